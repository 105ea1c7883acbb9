import { Breach } from '../replies/findings.ts';
import { nameOperation } from '../replies/expect.ts';
import { readUrl } from '../read-url.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';

/**
 * Resolves a paging link: an absolute URL, a path, or only a query. A link to another origin is a warning, because a proxy can cause it. Its query is then sent to the target, so that no token goes elsewhere.
 * @throws Breach if it is not a link
 */
export function resolveLink(t: RunContext, reply: Reply, key: 'next' | 'previous' | 'href'): string {
  const link = reply.body.get(key);
  const asked = new URL(reply.exchange.url);
  const url = readUrl(link.text(), asked.href) ?? link.breach(`"${key}" is not a link.`, 'an absolute URL, a path, or a query');
  if (url.origin === asked.origin) return url.href;
  const message = `"${key}" of ${nameOperation(reply)} leads to ${url.origin} instead of the target: a client that follows it sends its token there.`;
  if (!t.warnings.some(({ details }) => details.message === message)) {
    t.warnings.push(
      new Breach({
        message,
        exchange: reply.exchange,
        pointer: link.pointer,
        expected: `a link to ${asked.origin}`,
        observed: url.href,
        likely_cause: 'it builds links from a request header, or from its host name behind a proxy',
        severity: 'warn',
      }),
    );
  }
  return new URL(url.search, asked).href;
}
