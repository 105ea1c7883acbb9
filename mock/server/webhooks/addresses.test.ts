import { describe, expect, test } from 'vitest';
import { isPrivateAddress, leadsToPrivate } from './addresses.ts';

describe('WHK-11 addresses', () => {
  test.for([
    '0.0.0.0',
    '10.255.255.255',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'ff02::1',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  test.for([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.169.0.1',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  test('a URL is judged by its address, or by those its name leads to', async () => {
    expect(await leadsToPrivate('http://[::1]:8080/hook')).toBe(true);
    expect(await leadsToPrivate('https://0x7f000001/')).toBe(true);
    expect(await leadsToPrivate('http://localhost/hook')).toBe(true);
    expect(await leadsToPrivate('http://8.8.8.8/hook')).toBe(false);
  });

  test('a name that does not resolve is judged when it is called', async () => {
    expect(await leadsToPrivate('http://nobody.invalid/hook')).toBe(false);
  });
});
