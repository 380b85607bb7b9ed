import type { Session } from 'electron';
import { isOurs } from './app-origin.ts';

/**
 * Returns whether the page's session may load an address: its own scheme and what it created itself. `allowed` is one
 * more origin, for hot reload in development.
 */
export function mayLoad(address: string, allowed: string | null): boolean {
  if (address.startsWith('blob:')) return isOurs(address.slice('blob:'.length));
  if (isOurs(address) || address.startsWith('devtools:') || address.startsWith('data:')) return true;
  return allowed !== null && URL.canParse(address) && new URL(address).host === new URL(allowed).host;
}

/**
 * Cuts the page off from the network, which only the core may use. Requests are canceled, and connections without a
 * request (preconnects) reach a proxy on which nothing listens. WebRTC is disabled by the window's own policy.
 */
export async function isolateNetwork(session: Session, allowed: string | null): Promise<void> {
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayLoad(url, allowed) }));
  // Files are saved through the core, which asks for a location; a download by link may only contain data that is
  // already here.
  session.on('will-download', (event, item) => {
    if (!mayLoad(item.getURL(), null)) event.preventDefault();
  });
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:1',
    // "<-loopback>" removes the implicit exception that Chromium makes for this computer.
    proxyBypassRules: allowed === null ? '<-loopback>' : new URL(allowed).host,
  });
}
