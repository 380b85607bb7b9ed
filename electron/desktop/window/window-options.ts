import type { BrowserWindowConstructorOptions, Session } from 'electron';
import { type Placement, smallest } from './window-state.ts';
import { frameLook, groundColour } from './window-theme.ts';

export interface WindowFacts {
  platform: NodeJS.Platform;
  isDark: boolean;
  isPackaged: boolean;
  placement: Placement;
  /** Absolute. */
  preload: string;
  session: Session;
}

/** Everything the window is made with. What protects is said although it is the default today. */
export function windowOptions(facts: WindowFacts): BrowserWindowConstructorOptions {
  const { platform, isDark, isPackaged, placement, preload, session } = facts;
  return {
    ...placement,
    ...frameLook(platform, isDark),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Patchbay',
    // The ground of the page's theme stands there until the page has painted: no white flash.
    show: false,
    backgroundColor: groundColour(isDark),
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
      // macOS checks on the computer; elsewhere Chromium would fetch a dictionary from the net.
      spellcheck: platform === 'darwin',
    },
  };
}
