import { readFile } from 'node:fs/promises';
import { freshNonce } from '../../hosting/built-page.ts';
import { guardHeaders } from '../../hosting/guard-headers.ts';
import { listPageFiles } from '../../hosting/page-files.ts';
import { noncePlaceholder, pagePolicy } from '../../hosting/page-policy.ts';
import { plainResponse } from './file-response.ts';

/** Answers a GET or HEAD for a target of the page: a path, with its query if it has one. */
export type PageSource = (target: string, isHead: boolean) => Promise<Response>;

/** A document with its own nonce, in the policy and wherever the build left a place for it. */
export function documentResponse(html: string, policyFor: (nonce: string) => string = pagePolicy): Response {
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
 * The built page. Only what was in the folder at the start is ever served, by its exact path: nothing is decoded, joined
 * or normalized, so there is nothing to climb out of. Files are read when they are requested: a window needs a few of
 * the hundreds.
 *
 * @throws when the folder has no `index.html`: the page was never built.
 */
export async function openBuiltPage(folder: string): Promise<PageSource> {
  const files = await listPageFiles(folder);
  const index = files.get('/index.html');
  if (!index) throw new Error(`There is no page in ${folder}. Run "npm run build".`);
  const html = await readFile(index.place, 'utf8');
  return async (target, isHead) => {
    if (target === '/' || target === '/index.html') return documentResponse(isHead ? '' : html);
    const file = files.get(target);
    if (!file) return plainResponse(404, 'There is nothing here.');
    const body = await readFile(file.place);
    const headers = {
      ...guardHeaders,
      // A worker takes the policy of its own script.
      'content-security-policy': pagePolicy(freshNonce()),
      'content-type': file.mediaType,
      'content-length': String(body.byteLength),
    };
    return new Response(isHead ? null : body, { headers });
  };
}
