import type { CustomScheme } from 'electron';
import { appOrigin, appScheme } from './app-origin.ts';
import { fileResponse, plainAnswer, uploadResponse } from './file-response.ts';
import type { FileStore } from './loopback/file-store.ts';
import type { PageSource } from './page-response.ts';

/** How Chromium treats our scheme: like https, with streams; never past a page's policy, never a service worker. */
export const schemePrivileges: CustomScheme = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
};

/** A request as Electron hands it to a scheme's handler. */
type AppRequest = Request & {
  /** Who asked, when a document did; set by the browser, not by the page. */
  readonly initiatorOrigin?: string;
};

/**
 * The path of an address of ours, or `null` for one that is not, or not plainly, such a path: nothing is decoded,
 * nothing is normalised, and a query belongs only to an upload.
 */
export function readPath(address: string): { path: string; query: string } | null {
  if (!address.startsWith(`${appOrigin}/`)) return null;
  const [target = ''] = address.slice(appOrigin.length).split('#', 1);
  const [path = '', ...rest] = target.split('?');
  const isPlain = !/[\\%\0]|\/\/|\/\.{1,2}(\/|$)/.test(path);
  return isPlain ? { path, query: rest.join('?') } : null;
}

/**
 * The whole server side of `app://patchbay`: the page, stored files by id, and uploads. It is registered on the window's
 * own session alone, so nothing else can ask; what another document inside that session asks for is refused.
 */
export function createAppHandler(page: PageSource, store: FileStore): (request: Request) => Promise<Response> {
  const answer = async (request: AppRequest): Promise<Response> => {
    const target = readPath(request.url);
    if (!target) return plainAnswer(404, 'There is nothing here.');
    const { initiatorOrigin, method } = request;
    const isUpload = method === 'POST' && target.path === '/files';
    // The first document is asked for by the window itself, everything else by that document.
    if (initiatorOrigin !== undefined && initiatorOrigin !== appOrigin) return plainAnswer(403, 'This is not for you.');
    if (isUpload) return initiatorOrigin ? uploadResponse(store, request) : plainAnswer(403, 'This is not for you.');
    if (method !== 'GET' && method !== 'HEAD') return plainAnswer(405, 'Nothing here answers that method.');
    if (target.query) return plainAnswer(404, 'There is nothing here.');
    const id = /^\/files\/([\w-]{1,64})$/.exec(target.path)?.[1];
    return id ? fileResponse(store, id, request) : page(target.path, method === 'HEAD');
  };
  return (request) => answer(request).catch(() => plainAnswer(500, 'Patchbay could not answer that.'));
}
