import type { Session } from 'electron';
import { isOurs } from './app-origin.ts';

/**
 * What the page's session may load: its own scheme and what it made itself. `allowed` is one more origin, for the hot
 * reload of a page under development.
 */
export function mayLoad(address: string, allowed: string | null): boolean {
  if (address.startsWith('blob:')) return isOurs(address.slice('blob:'.length));
  if (isOurs(address) || address.startsWith('devtools:') || address.startsWith('data:')) return true;
  return allowed !== null && URL.canParse(address) && new URL(address).host === new URL(allowed).host;
}

/**
 * Leaves the page without a network: all of that belongs to the core. Requests are cancelled, and what is no request
 * (a connection made in advance) meets a proxy on which nothing listens. WebRTC is held by the window's own policy.
 */
export async function wallOff(session: Session, allowed: string | null): Promise<void> {
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayLoad(url, allowed) }));
  // Files leave through the core, which asks where to; a download by link may only carry what is already here.
  session.on('will-download', (event, item) => {
    if (!mayLoad(item.getURL(), null)) event.preventDefault();
  });
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:1',
    // "<-loopback>" takes away the silent exception that Chromium makes for this computer.
    proxyBypassRules: allowed === null ? '<-loopback>' : new URL(allowed).host,
  });
}
