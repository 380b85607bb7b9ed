import { readFile } from 'node:fs/promises';
import { freshNonce } from '../../hosting/built-page.ts';
import { guardHeaders } from '../../hosting/guard-headers.ts';
import { keptHeader, listPageFiles } from '../../hosting/page-files.ts';
import { noncePlaceholder, pagePolicy } from '../../hosting/page-policy.ts';
import { plainResponse } from './file-response.ts';

/** Responds to a GET or HEAD for a target of the page: a path, with its query if it has one. */
export type PageSource = (target: string, isHead: boolean) => Promise<Response>;

/** Returns a document with its own nonce, in the policy and wherever the build left a placeholder. */
function documentResponse(html: string, policyFor: (nonce: string) => string = pagePolicy): Response {
  const nonce = freshNonce();
  return new Response(html.replaceAll(noncePlaceholder, nonce), {
    headers: {
      ...guardHeaders,
      'content-security-policy': policyFor(nonce),
      'content-type': 'text/html; charset=utf-8',
      // Host names of links in replies must not be looked up before the user follows them.
      'x-dns-prefetch-control': 'off',
    },
  });
}

/**
 * Opens the built page. Only files present at the start are ever served, by their exact path: nothing is decoded,
 * joined or normalized, so path traversal is impossible. Files are read on request: a window needs a few of the
 * hundreds.
 *
 * @throws when the folder has no `index.html`: the page was never built.
 */
export async function openBuiltPage(folder: string): Promise<PageSource> {
  const files = await listPageFiles(folder);
  const index = files.get('/index.html');
  if (!index) throw new Error(`No page was found in ${folder}. Run "npm run build".`);
  const html = await readFile(index.filePath, 'utf8');
  return async (target, isHead) => {
    if (target === '/' || target === '/index.html') return documentResponse(isHead ? '' : html);
    const file = files.get(target);
    if (!file) return plainResponse(404, 'Not found.');
    const body = await readFile(file.filePath);
    const headers = {
      ...guardHeaders,
      // A worker takes the policy of its own script.
      'content-security-policy': pagePolicy(freshNonce()),
      'content-type': file.mediaType,
      'content-length': String(body.byteLength),
      // No other program serves this scheme.
      ...(target.startsWith('/assets/') && { 'cache-control': keptHeader }),
    };
    return new Response(isHead ? null : body, { headers });
  };
}

/**
 * Returns the page's policy with the two exceptions that hot reload needs: its socket, and the error overlay's HTML.
 */
export function devPolicy(nonce: string, server: string): string {
  return pagePolicy(nonce)
    .split('; ')
    .filter((rule) => !rule.startsWith('require-trusted-types') && !rule.startsWith('trusted-types'))
    .map((rule) => (rule.startsWith('connect-src') ? `${rule} ${server.replace(/^http/, 'ws')}` : rule))
    .join('; ');
}

/**
 * Serves the page from a development server on this computer, under the same origin and nearly the same policy as the
 * built one: what works here works there.
 *
 * @param server its address without a path, such as `http://127.0.0.1:5173`.
 */
export const openDevPage =
  (server: string): PageSource =>
  async (target) => {
    const answer = await fetch(server + target);
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    if (!answer.ok) return plainResponse(answer.status, 'The development server returned nothing for this URL.');
    if (type.startsWith('text/html')) return documentResponse(await answer.text(), (nonce) => devPolicy(nonce, server));
    // A worker takes the policy of its own script.
    const policy = devPolicy(freshNonce(), server);
    return new Response(answer.body, {
      headers: { ...guardHeaders, 'content-security-policy': policy, 'content-type': type },
    });
  };
