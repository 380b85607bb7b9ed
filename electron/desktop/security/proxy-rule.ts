/** Kinds of Chromium's list. It writes SOCKS version 4 without its number. */
const schemes: Record<string, string> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/**
 * The first usable choice of a proxy list as Chromium gives it (`PROXY host:8080; DIRECT`), as an address, or `null` for a
 * direct connection. The list is in order of preference; what cannot be read, and SOCKS, which Patchbay does not speak, is
 * passed over. A list of SOCKS proxies alone gives the first of them, so that the request fails by its name: it does not
 * allow a direct connection.
 */
export function readProxyRule(list: string): string | null {
  let socks: string | null = null;
  for (const choice of list.split(';')) {
    const [kind = '', place = ''] = choice.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = schemes[kind.toUpperCase()];
    const address = `${scheme}://${place}`;
    if (!scheme || !place || !URL.canParse(address)) continue;
    if (scheme.startsWith('http')) return address;
    socks ??= address;
  }
  return socks;
}
