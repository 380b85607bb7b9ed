import type { BrowserWindow, WebContents } from 'electron';

/** Switch that requests another window of the running program. The Windows taskbar passes it. */
export const newWindowSwitch = '--new-window';

const mostWindows = 24;

/** How a window is opened. */
export interface WindowRequest {
  /** Hash the page opens on, such as `#/images`; empty to let the page decide. */
  hash: string;
  /** The window beside which it opens, or `null` for the first one, which opens where it was left. */
  beside: BrowserWindow | null;
  /** From 1, and the lowest free number: the page stores its own state under it. */
  number: number;
}

/** The app's windows. All show the same core. */
export interface AppWindows {
  /** Returns every open window, the most recently used first. */
  all(): BrowserWindow[];
  /**
   * Returns the focused window or, while another program has the focus, the last focused one; `null` without a
   * window.
   */
  focusedWindow(): BrowserWindow | null;
  /** Returns the number of a page's window. */
  numberOf(page: WebContents): number;
  /** Shows and focuses that window, or opens one. */
  showWindow(): BrowserWindow;
  /**
   * Opens another window, on the panel of the focused one unless a hash such as `#/images` says otherwise. With 24
   * windows open it shows the focused one: a page may request windows, but must not flood the screen.
   */
  openWindow(hash?: string): BrowserWindow;
  /** Runs for each window opened from now on, before its page is loaded. */
  onOpen(run: (window: BrowserWindow) => void): void;
}

/**
 * Tracks the windows that `make` opens and the order in which they were used, so that everything about one window
 * finds the right one.
 *
 * @param usedLast number of the window that was closed last: if no window is open, that one is opened again.
 */
export function createAppWindows(
  make: (request: WindowRequest) => BrowserWindow,
  usedLast: () => number = () => 1,
): AppWindows {
  let ordered: BrowserWindow[] = [];
  const numbers = new Map<BrowserWindow, number>();
  const freeNumber = () => {
    const taken = new Set(numbers.values());
    let number = taken.size === 0 ? usedLast() : 1;
    while (taken.has(number)) number += 1;
    return number;
  };
  const runs: ((window: BrowserWindow) => void)[] = [];
  const focusedWindow = () => ordered[0] ?? null;

  function openWindow(hash?: string): BrowserWindow {
    const beside = focusedWindow();
    if (beside && ordered.length >= mostWindows) return showWindow();
    const number = freeNumber();
    const window = make({ hash: hash ?? hashOf(beside), beside, number });
    ordered.unshift(window);
    numbers.set(window, number);
    window.on('focus', () => {
      ordered = [window, ...ordered.filter((other) => other !== window)];
    });
    window.once('closed', () => {
      ordered = ordered.filter((other) => other !== window);
      numbers.delete(window);
    });
    for (const run of runs) run(window);
    return window;
  }

  function showWindow(): BrowserWindow {
    const window = focusedWindow();
    if (!window) return openWindow();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    return window;
  }

  return {
    all: () => [...ordered],
    focusedWindow,
    numberOf: (page) => numbers.get(ordered.find(({ webContents }) => webContents === page) as BrowserWindow) ?? 1,
    showWindow,
    openWindow,
    onOpen: (run) => void runs.push(run),
  };
}

/** Returns the hash of a window's page, as the page reports it. */
function hashOf(window: BrowserWindow | null): string {
  const address = window?.webContents.getURL() ?? '';
  return URL.canParse(address) ? new URL(address).hash : '';
}
