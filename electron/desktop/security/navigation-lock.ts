import type { WebContents } from 'electron';
import { diagramFramePath } from '#shared/diagram-frame.ts';
import { appOrigin, pageAddress } from './app-origin.ts';

/** The page may only reload itself, and its only frame is the one that draws diagrams. */
const mayNavigate = (address: string, isMainFrame: boolean): boolean =>
  isMainFrame ? address.split('#', 1)[0] === pageAddress : address === appOrigin + diagramFramePath;

/**
 * Keeps the window on its one document. Links, forms, redirects, dropped files and new windows are blocked; the
 * address of a new window is passed to external-links, which asks the user.
 */
export function lockNavigation(contents: WebContents, offer: (address: string) => void): void {
  const deny = (event: { url: string; isMainFrame: boolean; preventDefault(): void }) => {
    if (!mayNavigate(event.url, event.isMainFrame)) event.preventDefault();
  };
  contents.on('will-navigate', deny);
  contents.on('will-frame-navigate', deny);
  contents.on('will-redirect', deny);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // The core stores the page's drafts, so the page may not keep the window open.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    offer(url);
    return { action: 'deny' };
  });
}
