import tls from 'node:tls';

/** Of the computer's own store; `null` until it was needed. */
let systemRoots: readonly string[] | null = null;
/** Reading several hundred certificates takes a while, so it is done once for each set of added ones. */
const contexts = new Map<string, tls.SecureContext>();
const contextLimit = 32;

/**
 * Whom a TLS connection trusts, as options of `tls.connect`: the authorities that come with Node, those of the computer's
 * own store once they are loaded, and the given ones in PEM form.
 */
export function trustWith(extraCa: readonly string[]): { secureContext?: tls.SecureContext } {
  if (extraCa.length === 0 && systemRoots === null) return {};
  const name = JSON.stringify(extraCa);
  const known = contexts.get(name);
  if (known) return { secureContext: known };
  const ca = new Set([...tls.getCACertificates('default'), ...(systemRoots ?? []), ...extraCa]);
  const secureContext = tls.createSecureContext({ ca: [...ca] });
  // Somebody who tries many files in turn must not keep them all.
  if (contexts.size >= contextLimit) contexts.clear();
  contexts.set(name, secureContext);
  return { secureContext };
}

export const hasSystemRoots = (): boolean => systemRoots !== null;

/** From now on the authorities of the computer's own store are trusted too: company networks add theirs there. */
export function loadSystemRoots(): void {
  if (systemRoots !== null) return;
  contexts.clear();
  try {
    systemRoots = tls.getCACertificates('system');
  } catch {
    // A computer whose store can not be read is no reason to trust nobody.
    systemRoots = [];
  }
}
