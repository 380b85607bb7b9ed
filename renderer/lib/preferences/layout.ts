import { useSyncExternalStore } from 'react';
import { persistedStore } from './persisted-store.ts';

/** What is open, and sizes in CSS pixels. One layout for all panels: the same thing stays in the same place. */
export interface Layout {
  listOpen: boolean;
  parametersOpen: boolean;
  wireOpen: boolean;
  /** `null` until the user drags: then the default size for the page's width applies. */
  listPx: number | null;
  parametersPx: number | null;
  wirePx: number | null;
  /** Below 1200 px the sides are drawers over the work area; an open drawer is not stored across reloads. */
  drawer: 'none' | 'list' | 'parameters';
}

export type LayoutSize = 'listPx' | 'parametersPx' | 'wirePx';

export const sizeLimits: Record<LayoutSize, { min: number; max: number; usual: number }> = {
  listPx: { min: 180, max: 420, usual: 240 },
  parametersPx: { min: 240, max: 520, usual: 292 },
  wirePx: { min: 140, max: 720, usual: 272 },
};

export const clampSize = (size: LayoutSize, px: number): number =>
  Math.round(Math.min(sizeLimits[size].max, Math.max(sizeLimits[size].min, px)));

const initial: Layout = {
  listOpen: true,
  parametersOpen: true,
  wireOpen: false,
  listPx: null,
  parametersPx: null,
  wirePx: null,
  drawer: 'none',
};

/** Reads what was stored, as far as it is still valid. */
export function readLayout(stored: Record<string, unknown>): Partial<Layout> {
  const open = (['listOpen', 'parametersOpen', 'wireOpen'] as const).filter((key) => typeof stored[key] === 'boolean');
  const sizes = (['listPx', 'parametersPx', 'wirePx'] as const).filter((key) => Number.isFinite(stored[key]));
  return Object.fromEntries([
    ...open.map((key) => [key, stored[key]]),
    ...sizes.map((key) => [key, clampSize(key, stored[key] as number)]),
  ]);
}

export const useLayout = persistedStore<Layout>('layout', initial, {
  keep: ({ drawer: _drawer, ...layout }) => layout,
  read: readLayout,
});

const narrowPage = '(max-width: 1199px)';

/** Returns whether the sides are drawers now. */
export const isNarrow = (): boolean => typeof matchMedia === 'function' && matchMedia(narrowPage).matches;

/** Shows or hides a side: a column on wide pages, a drawer on narrow ones. */
export function toggleSide(side: 'list' | 'parameters'): void {
  if (isNarrow()) useLayout.setState(({ drawer }) => ({ drawer: drawer === side ? 'none' : side }));
  else if (side === 'list') useLayout.setState(({ listOpen }) => ({ listOpen: !listOpen }));
  else useLayout.setState(({ parametersOpen }) => ({ parametersOpen: !parametersOpen }));
}

export const closeDrawer = (): void => useLayout.setState({ drawer: 'none' });

export const toggleWire = (): void => useLayout.setState(({ wireOpen }) => ({ wireOpen: !wireOpen }));

/** Follows the width below which the sides of the frame are drawers. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed);
      return () => removeEventListener('resize', changed);
    },
    isNarrow,
    () => false,
  );
