import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { readPageFiles } from './page-files.ts';
import { noncePlaceholder, pagePolicy } from './page-policy.ts';

/** Serves the page: the built folder, or a development server. Called only for requests that passed the guard. */
export interface PageSource {
  /** Whether its scripts and styles are public (the released build), so that anyone may read them. */
  hasPublicAssets: boolean;
  /** Responds to a GET or HEAD; returns false when nothing is there. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Takes a WebSocket of the page's dev tooling; returns false for any other. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close?(): Promise<void>;
}

export const freshNonce = (): string => randomBytes(16).toString('base64');

/**
 * Opens the built page.
 *
 * @throws when the folder has no `index.html`: the page was never built.
 */
export async function openBuiltPage(folder: string): Promise<PageSource> {
  const files = await readPageFiles(folder);
  if (!files.has('/index.html')) throw new Error(`There is no page in ${folder}.`);

  return {
    hasPublicAssets: true,
    async answer(request, response) {
      const [target = ''] = (request.url ?? '').split('?');
      const file = files.get(target === '/' ? '/index.html' : target);
      if (!file) return false;
      const nonce = freshNonce();
      const isPage = file.mediaType.startsWith('text/html');
      const body = isPage ? Buffer.from(file.body.toString().replaceAll(noncePlaceholder, nonce)) : file.body;
      response.setHeader('content-security-policy', pagePolicy(nonce));
      response.setHeader('content-type', file.mediaType);
      response.setHeader('content-length', body.length);
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}
