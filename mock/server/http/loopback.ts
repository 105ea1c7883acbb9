/** Whether a host, as a name or an address without brackets, is this machine. Names below `localhost` always are (RFC 6761, section 6.3). */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** The IP address of a socket. IPv4 in its usual form, even if the socket uses IPv6. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The host of a URL as a name or an address without brackets. Undefined if it has none. */
export function hostnameOf(url: string): string | undefined {
  const hostname = URL.parse(url)
    ?.hostname.replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return hostname === '' ? undefined : hostname;
}

/** Whether other machines can reach the mock at the address of its proxy. */
export function isPublicUrl(public_url: string | undefined): boolean {
  return public_url !== undefined && !isLoopback(hostnameOf(public_url) ?? '');
}
