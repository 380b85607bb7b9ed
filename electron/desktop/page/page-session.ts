import { type Session, session, systemPreferences } from 'electron';
import { freshNonce } from '../../hosting/built-page.ts';
import { guardHeaders } from '../../hosting/guard-headers.ts';
import { pagePolicy } from '../../hosting/page-policy.ts';
import { appScheme, isOurs } from '../security/app-origin.ts';
import { guardPermissions } from '../security/permissions.ts';
import { type FileSource, plainResponse } from './file-response.ts';
import { documentResponse, openBuiltPage, type PageSource } from './page-response.ts';
import { createAppHandler } from './protocol.ts';

export interface PageSessionParts {
  /** Folder of the built page. */
  folder: string;
  /** Address of a development server that gives the page instead, or `null`. */
  devServer: string | null;
  files: FileSource;
}

/**
 * macOS asks the user at the first recording, which would be silent until the answer: Chromium starts it right away. The
 * other systems ask nothing, or by themselves.
 */
const askMicrophone = async () =>
  process.platform !== 'darwin' || (await systemPreferences.askForMediaAccess('microphone'));

/**
 * The session that the window runs in: it answers `app://patchbay`, has no network and grants next to nothing. It is
 * kept on disk only because the names of microphones would change with every start otherwise.
 */
export async function openPageSession({ folder, devServer, files }: PageSessionParts): Promise<Session> {
  const own = session.fromPartition('persist:page');
  guardPermissions(own, askMicrophone);
  await wallOff(own, devServer);
  own.setSpellCheckerEnabled(process.platform === 'darwin');
  const page = devServer === null ? await openBuiltPage(folder) : openDevPage(devServer);
  own.protocol.handle(appScheme, createAppHandler(page, files));
  return own;
}

/** The page's policy with the two doors that hot reload needs: its socket, and the error overlay's HTML. */
export function devPolicy(nonce: string, server: string): string {
  return pagePolicy(nonce)
    .split('; ')
    .filter((rule) => !rule.startsWith('require-trusted-types') && !rule.startsWith('trusted-types'))
    .map((rule) => (rule.startsWith('connect-src') ? `${rule} ${server.replace(/^http/, 'ws')}` : rule))
    .join('; ');
}

/**
 * The page from a development server on this computer, under the same origin and nearly the same policy as the built
 * one: what works here works there.
 *
 * @param server its address without a path, such as `http://127.0.0.1:5173`.
 */
export const openDevPage =
  (server: string): PageSource =>
  async (target) => {
    const answer = await fetch(server + target);
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    if (!answer.ok) return plainResponse(answer.status, 'The development server has nothing here.');
    if (type.startsWith('text/html')) return documentResponse(await answer.text(), (nonce) => devPolicy(nonce, server));
    // A worker obeys the policy that comes with its own script.
    const policy = devPolicy(freshNonce(), server);
    return new Response(answer.body, {
      headers: { ...guardHeaders, 'content-security-policy': policy, 'content-type': type },
    });
  };

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
