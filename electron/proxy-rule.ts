const schemes: Record<string, string> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/**
 * The first choice of a proxy list as Chromium gives it (`PROXY host:8080; DIRECT`), as an address, or `null` for a
 * direct connection. The list is in order of preference; what can not be read is passed over.
 */
export function readProxyRule(list: string): string | null {
  for (const choice of list.split(';')) {
    const [kind = '', place = ''] = choice.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const address = `${schemes[kind.toUpperCase()]}://${place}`;
    if (schemes[kind.toUpperCase()] && place && URL.canParse(address)) return address;
  }
  return null;
}
