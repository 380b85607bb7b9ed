import type { IncomingMessage } from 'node:http';

/** Why a request is refused. The reason appears in the terminal or in the browser's network tab. */
export interface Refusal {
  status: number;
  reason: string;
}

/** Headers that decide access. If one is sent twice, two parsers could see different values. */
const single = ['host', 'origin', 'authorization', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const;
type Single = (typeof single)[number];

/** Longest accepted target: a file link with its signature is under 200 characters. */
const targetLimit = 2048;

/** Host headers sent by a browser whose user forwards another port to this one. */
const isThisComputer = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;
const unnamed = "This host name isn't valid for Patchbay. Open the link that it printed.";

const refuse = (reason: string, status = 403): Refusal => ({ status, reason });

/**
 * Decides from a request's headers alone whether this program's own page may have sent it. Binding to 127.0.0.1 is
 * not enough: any web page can make the browser send requests here, by name (DNS rebinding), by form, or by
 * WebSocket.
 *
 * @param port the port this program listens on.
 */
export function createRequestGuard(port: number): (request: IncomingMessage, isUpgrade: boolean) => Refusal | null {
  const elsewhere = `Patchbay responds only at 127.0.0.1:${port}. To use it from another computer, forward the same port with ssh -L ${port}:127.0.0.1:${port} you@that-computer, and open the link that it printed.`;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];

  return (request, isUpgrade) => {
    const { method = '', url: target = '' } = request;
    const heads = singleHeaders(request);
    if (!heads) return refuse('A header that is allowed once was sent twice.');
    const host = heads.host?.toLowerCase() ?? '';
    if (!hosts.includes(host)) return refuse(isThisComputer.test(host) ? elsewhere : unnamed);
    if (!target.startsWith('/')) return refuse('Only paths of this server can be requested.');
    if (target.length > targetLimit) return refuse('The URL is too long.', 414);
    if (method === 'OPTIONS') return refuse('Requests from other origins are not allowed.');
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return refuse('Method not allowed.', 405);

    const needsOrigin = method !== 'GET' || isUpgrade;
    if ((needsOrigin || heads.origin !== undefined) && heads.origin?.toLowerCase() !== `http://${host}`)
      return refuse("The request did not come from Patchbay's own page.");

    const site = heads['sec-fetch-site'];
    if (site === undefined || site === 'same-origin') return null;
    const isTyped =
      site === 'none' &&
      method === 'GET' &&
      heads['sec-fetch-mode'] === 'navigate' &&
      heads['sec-fetch-dest'] === 'document';
    if (isTyped) return null;
    return refuse('This link was opened from another site. Copy it into a new tab instead.');
  };
}

/** Returns the deciding headers, or `null` when one of them appears more than once. */
function singleHeaders(request: IncomingMessage): Partial<Record<Single, string>> | null {
  const found: Partial<Record<Single, string>> = {};
  for (const name of single) {
    const values = request.headersDistinct[name];
    if (values && values.length > 1) return null;
    if (values?.[0] !== undefined) found[name] = values[0];
  }
  return found;
}
