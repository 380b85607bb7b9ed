/** Path and query of an address, as a list shows it; the address itself when it is none. */
export function addressPath(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.pathname}${url.search}` : address;
}
