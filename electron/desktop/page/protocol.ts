import type { CustomScheme } from 'electron';
import { diagramFramePath } from '#shared/diagram-frame.ts';
import { diagramFrame } from '../../hosting/diagram-frame.ts';
import { guardHeaders } from '../../hosting/guard-headers.ts';
import { appOrigin, appScheme } from '../security/app-origin.ts';
import { type FileSource, fileResponse, plainResponse, uploadResponse } from './file-response.ts';
import type { PageSource } from './page-response.ts';

/**
 * How Chromium treats our scheme: like https, with streams, and with a persistent code cache; never bypassing a
 * page's policy, never with a service worker.
 */
export const schemePrivileges: CustomScheme = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
};

/** A request as Electron passes it to a scheme's handler. */
type AppRequest = Request & {
  /** The requesting document, if any; set by the browser, not by the page. */
  readonly initiatorOrigin?: string;
};

/** Returns the path and query of one of our addresses, unchanged, or `null` for any other address. */
function readTarget(address: string): string | null {
  if (!address.startsWith(`${appOrigin}/`)) return null;
  return address.slice(appOrigin.length).split('#', 1)[0] ?? null;
}

/**
 * Creates the whole server side of `app://patchbay`: the page, stored files by id, and uploads. It is registered only
 * on the window's own session, so nothing else can send requests; requests from other documents in that session are
 * refused.
 */
export function createAppHandler(page: PageSource, store: FileSource): (request: Request) => Promise<Response> {
  const answer = async (request: AppRequest): Promise<Response> => {
    const { initiatorOrigin, method } = request;
    const target = readTarget(request.url);
    if (target === null) return plainResponse(404, 'Not found.');
    // The window itself requests the first document, and that document everything else.
    if (initiatorOrigin !== undefined && initiatorOrigin !== appOrigin) return forbidden();
    if (method === 'POST' && target === '/files') return initiatorOrigin ? uploadResponse(store, request) : forbidden();
    if (method !== 'GET' && method !== 'HEAD') return plainResponse(405, 'Method not allowed.');
    if (target === diagramFramePath) return diagramResponse();
    const id = /^\/files\/([\w-]{1,64})$/.exec(target)?.[1];
    return id ? fileResponse(store, id, request) : page(target, method === 'HEAD');
  };
  return (request) => answer(request).catch(() => plainResponse(500, 'Patchbay could not handle the request.'));
}

function diagramResponse(): Response {
  const { html, headers } = diagramFrame();
  return new Response(html, { headers: { ...guardHeaders, ...headers } });
}

const forbidden = () => plainResponse(403, "Only Patchbay's own page may request this.");
