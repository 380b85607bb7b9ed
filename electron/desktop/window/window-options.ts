import type { BrowserWindowConstructorOptions, Session } from 'electron';
import { type Placement, smallest } from './window-state.ts';
import { frameOptions, windowBackground } from './window-theme.ts';

export interface WindowFacts {
  platform: NodeJS.Platform;
  isDark: boolean;
  isPackaged: boolean;
  placement: Placement;
  /** Absolute. */
  preload: string;
  session: Session;
}

/**
 * Returns the options the window is created with. Security options are explicit even where they are the default
 * today.
 */
export function windowOptions(facts: WindowFacts): BrowserWindowConstructorOptions {
  const { platform, isDark, isPackaged, placement, preload, session } = facts;
  return {
    ...placement,
    ...frameOptions(platform, isDark),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Patchbay',
    // Until the page has painted, the window shows the background of the page's theme: no white flash.
    show: false,
    backgroundColor: windowBackground(isDark),
    webPreferences: {
      preload,
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      devTools: !isPackaged,
      // macOS checks spelling on the computer; elsewhere Chromium would download a dictionary.
      spellcheck: platform === 'darwin',
    },
  };
}
