import type { BrowserWindow, WebContents } from 'electron';

/** Switch that requests another window of the running program. The taskbar of Windows passes it. */
export const newWindowSwitch = '--new-window';

const mostWindows = 24;

/** What a window is opened with. */
export interface WindowRequest {
  /** Hash of the page that it opens on, such as `#/images`; empty for the page's own choice. */
  hash: string;
  /** The window beside which it opens, or `null` for the first one, which opens where it was left. */
  beside: BrowserWindow | null;
  /** From 1, and the lowest one that is free: what its page keeps for itself is kept under it. */
  number: number;
}

/** The windows of the app. All show the same core. */
export interface AppWindows {
  /** Every open window, the one used last first. */
  all(): BrowserWindow[];
  /** The window that has the focus or, while another program has it, had it last; `null` without a window. */
  focusedWindow(): BrowserWindow | null;
  /** Number of the window of a page. */
  numberOf(page: WebContents): number;
  /** Shows and focuses that window, or opens one. */
  showWindow(): BrowserWindow;
  /**
   * Opens another window, on the panel of the focused one unless a hash such as `#/images` says otherwise. With 24 windows
   * open it shows the focused one: a page may request windows, and must not flood the screen.
   */
  openWindow(hash?: string): BrowserWindow;
  /** Runs for each window that is opened from now on, before its page is loaded into view. */
  onOpen(run: (window: BrowserWindow) => void): void;
}

/**
 * Keeps track of the windows that `make` opens and of the order in which they were used, so that everything that concerns
 * one window finds the right one.
 *
 * @param usedLast number of the window that was closed last: without a window, that one is opened again.
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

/** Where the page of a window is, as it says itself. */
function hashOf(window: BrowserWindow | null): string {
  const address = window?.webContents.getURL() ?? '';
  return URL.canParse(address) ? new URL(address).hash : '';
}
