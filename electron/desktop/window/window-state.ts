import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserWindow, Display, Rectangle } from 'electron';

export interface WindowState extends Rectangle {
  isMaximized: boolean;
  isFullScreen: boolean;
}

/** The size and position a window opens with; without a position the system centers it. */
export type Placement = Pick<Rectangle, 'width' | 'height'> & Partial<Pick<Rectangle, 'x' | 'y'>>;

export const smallest = { width: 760, height: 520 };
const usual = { width: 1440, height: 900 };
/** Pixels of the title bar that must be on a display so that the user can drag the window. */
const grip = { width: 120, height: 40 };
/** Offset of another window from the one beside it, so that both title bars are visible. */
const step = 32;

/** How many display arrangements are remembered. */
const mostArrangements = 16;

/**
 * Returns the name of a set of displays: the same displays in the same places have the same name, however the system
 * numbers them.
 */
export const arrangementOf = (displays: readonly Pick<Display, 'bounds' | 'scaleFactor'>[]): string =>
  displays
    .map(({ bounds: { x, y, width, height }, scaleFactor }) => `${x},${y} ${width}x${height} @${scaleFactor}`)
    .sort()
    .join(' | ');

/** A window's state on one set of displays. */
interface Remembered {
  arrangement: string;
  state: WindowState;
}

/** Reads the stored states, the newest first. A file of an earlier version has one state, without its displays. */
export function parseWindowStates(text: string): Remembered[] {
  try {
    const stored = JSON.parse(text) as { arrangements?: unknown } | null;
    const listed: unknown[] = Array.isArray(stored?.arrangements) ? stored.arrangements : [];
    const remembered = listed.flatMap((one) => {
      const { arrangement } = (one ?? {}) as { arrangement?: unknown };
      const state = readState(one);
      return state && typeof arrangement === 'string' ? [{ arrangement, state }] : [];
    });
    const newest = readState(stored);
    return remembered.length || !newest ? remembered : [{ arrangement: '', state: newest }];
  } catch {
    return [];
  }
}

function readState(value: unknown): WindowState | null {
  const { x, y, width, height, isMaximized, isFullScreen } = (value ?? {}) as Record<string, unknown>;
  const numbers = [x, y, width, height].map((one) => (Number.isInteger(one) ? (one as number) : Number.NaN));
  if (numbers.some(Number.isNaN)) return null;
  const [left = 0, top = 0, wide = 0, high = 0] = numbers;
  const shape = { isMaximized: isMaximized === true, isFullScreen: isFullScreen === true };
  return { x: left, y: top, width: wide, height: high, ...shape };
}

/**
 * Returns where to open the window: as it was left, if its title bar is still on a connected display; otherwise with
 * its size, fitted to the first display. All values are device-independent pixels.
 */
export function placeWindow(stored: WindowState | null, workAreas: readonly Rectangle[]): Placement {
  const first = workAreas[0] ?? { x: 0, y: 0, ...usual };
  const width = Math.max(stored?.width ?? usual.width, smallest.width);
  const height = Math.max(stored?.height ?? usual.height, smallest.height);
  if (stored && workAreas.some((area) => holdsGrip(stored, area))) return { x: stored.x, y: stored.y, width, height };
  return { width: Math.min(width, first.width), height: Math.min(height, first.height) };
}

/**
 * Returns where to open another window: a step down and right of `beside`, with its size, and entirely on its
 * display.
 */
export function cascadeWindow(beside: Rectangle, area: Rectangle): Placement {
  const width = Math.min(beside.width, area.width);
  const height = Math.min(beside.height, area.height);
  const within = (at: number, start: number, room: number) => (at < start || at > start + room ? start : at);
  return {
    x: within(beside.x + step, area.x, area.width - width),
    y: within(beside.y + step, area.y, area.height - height),
    width,
    height,
  };
}

function holdsGrip(window: Rectangle, area: Rectangle): boolean {
  const shownWidth = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return shownWidth >= grip.width && window.y >= area.y && window.y + grip.height <= area.y + area.height;
}

const stateFile = (folder: string) => path.join(folder, 'window.json');

/** Reads the number of the window that was moved, resized or closed last. */
export function readUsedLast(folder: string): number {
  try {
    const { number } = JSON.parse(readFileSync(stateFile(folder), 'utf8')) as { number?: unknown };
    return Number.isInteger(number) && Number(number) > 0 ? Number(number) : 1;
  } catch {
    return 1;
  }
}

function readStates(folder: string): Remembered[] {
  try {
    return parseWindowStates(readFileSync(stateFile(folder), 'utf8'));
  } catch {
    return [];
  }
}

/** Reads how a window was last left on these displays, or otherwise on any others, from the data folder. */
export function readWindowState(folder: string, arrangement: string): WindowState | null {
  const states = readStates(folder);
  return (states.find((one) => one.arrangement === arrangement) ?? states[0])?.state ?? null;
}

/**
 * Stores size, position, and whether a window is maximized or full screen, for the next window on the same displays.
 * Losing it costs nothing, so errors are silent. With several windows, the one that was moved, resized or closed last
 * counts.
 */
export function keepWindowState(
  window: BrowserWindow,
  number: number,
  folder: string,
  arrangementNow: () => string,
): void {
  const file = stateFile(folder);
  let pending: NodeJS.Timeout | undefined;
  /** Full screen for a video ends with the video. */
  let isVideo = false;
  const save = () => {
    clearTimeout(pending);
    const state: WindowState = {
      ...window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen() && !isVideo,
    };
    const arrangement = arrangementNow();
    const others = readStates(folder).filter((one) => one.arrangement !== arrangement && one.arrangement !== '');
    const arrangements = [{ arrangement, state }, ...others]
      .slice(0, mostArrangements)
      .map((one) => ({ arrangement: one.arrangement, ...one.state }));
    try {
      // Earlier versions know only one state, at the top level.
      writeFileSync(`${file}.part`, JSON.stringify({ ...state, number, arrangements }), { mode: 0o600 });
      renameSync(`${file}.part`, file);
    } catch {}
  };
  const saveSoon = () => {
    clearTimeout(pending);
    pending = setTimeout(save, 500);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('enter-html-full-screen', () => {
    isVideo = true;
  });
  window.on('leave-html-full-screen', () => {
    isVideo = false;
  });
  window.on('close', save);
  window.on('closed', () => clearTimeout(pending));
}
