import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Core } from '#shared/contract/index.ts';
import { type Theme, themes } from '#shared/contract/theme.ts';
import { keptHeader, readPageFiles } from './page-files.ts';
import { noncePlaceholder, pagePolicy } from './page-policy.ts';

/** Reads the color scheme that the user selected. */
export type ThemeSource = () => Promise<Theme>;

/** Reads it from a core; `system` when that fails. */
export const themeOf =
  ({ settings }: Pick<Core, 'settings'>): ThemeSource =>
  async () => {
    try {
      const stored = await settings.get({ name: 'appearance' }, { signal: new AbortController().signal });
      const { theme } = (stored ?? {}) as { theme?: unknown };
      return themes.find((one) => one === theme) ?? 'system';
    } catch {
      return 'system';
    }
  };

/** Writes the color scheme into a document: until its settings have loaded, the page would have that of the system. */
export const withTheme = (html: string, theme: Theme): string =>
  theme === 'system' ? html : html.replace('<html', `<html data-theme="${theme}"`);

/** Serves the page: the built folder, or a development server. Called only for requests that passed the guard. */
export interface PageSource {
  /** Whether its scripts and styles are public (the released build), so that anyone may read them. */
  hasPublicAssets: boolean;
  /** Responds to a GET or HEAD; returns false when nothing is there. `theme` is read for the document. */
  answer(request: IncomingMessage, response: ServerResponse, theme: ThemeSource): Promise<boolean>;
  /** Takes a WebSocket of the page's dev tooling; returns false for any other. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close?(): Promise<void>;
}

export const freshNonce = (): string => randomBytes(16).toString('base64');

/**
 * Opens the built page. Its hashed files are served below a random folder of this start, where the browser may keep
 * them: whatever it kept under this port for another program, or for another start, has another address.
 *
 * @throws when the folder has no `index.html`: the page was never built.
 */
export async function openBuiltPage(folder: string): Promise<PageSource> {
  const files = await readPageFiles(folder);
  const index = files.get('/index.html')?.body.toString();
  if (index === undefined) throw new Error(`No page was found in ${folder}.`);
  const kept = `/${randomBytes(16).toString('hex')}/`;
  const html = index.replaceAll('"./assets/', `".${kept}`);

  return {
    hasPublicAssets: true,
    async answer(request, response, theme) {
      const [target = ''] = (request.url ?? '').split('?');
      const nonce = freshNonce();
      const isKept = target.startsWith(kept);
      const isPage = target === '/' || target === '/index.html';
      const file = files.get(isKept ? `/assets/${target.slice(kept.length)}` : isPage ? '/index.html' : target);
      if (!file) return false;
      const body = isPage ? Buffer.from(withTheme(html.replaceAll(noncePlaceholder, nonce), await theme())) : file.body;
      if (isKept) response.setHeader('cache-control', keptHeader);
      response.setHeader('content-security-policy', pagePolicy(nonce));
      response.setHeader('content-type', file.mediaType);
      response.setHeader('content-length', body.length);
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}
