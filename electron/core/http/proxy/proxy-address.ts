/** The address of a proxy as people write it, with or without `http://`; `null` when it can not be read. */
export function readProxyAddress(typed: string): URL | null {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  return url && url.hostname !== '' && !/\s/.test(text) ? url : null;
}

/** Scheme, host and port of a proxy: what its password is bound to, and all that is shown of it. */
export function proxyOrigin(typed: string): string | null {
  const url = readProxyAddress(typed);
  return url && `${url.protocol}//${url.host}`;
}
