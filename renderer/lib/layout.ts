import { kept } from './kept.ts';

/** Sizes in CSS pixels and what is open. One layout for all panels: the same thing stays in the same place. */
export interface Layout {
  listOpen: boolean;
  listPx: number;
  parametersOpen: boolean;
  parametersPx: number;
  wireOpen: boolean;
  wirePx: number;
  /** Below 1200 px the sides are drawers over the work area; these never outlive the page. */
  drawer: 'none' | 'list' | 'parameters';
}

export const layoutLimits = {
  listPx: { min: 180, max: 420, usual: 240 },
  parametersPx: { min: 240, max: 520, usual: 292 },
  wirePx: { min: 140, max: 720, usual: 272 },
} as const;

export const useLayout = kept<Layout>(
  'layout',
  {
    listOpen: true,
    listPx: layoutLimits.listPx.usual,
    parametersOpen: true,
    parametersPx: layoutLimits.parametersPx.usual,
    wireOpen: false,
    wirePx: layoutLimits.wirePx.usual,
    drawer: 'none',
  },
  { keep: ({ drawer: _drawer, ...layout }) => layout },
);

const narrowPage = '(max-width: 1199px)';
export const isNarrow = (): boolean => typeof matchMedia === 'function' && matchMedia(narrowPage).matches;

/** Shows or hides a side: a column on wide pages, a drawer on narrow ones. */
export function toggleSide(side: 'list' | 'parameters'): void {
  if (isNarrow()) useLayout.setState(({ drawer }) => ({ drawer: drawer === side ? 'none' : side }));
  else if (side === 'list') useLayout.setState(({ listOpen }) => ({ listOpen: !listOpen }));
  else useLayout.setState(({ parametersOpen }) => ({ parametersOpen: !parametersOpen }));
}

export const toggleWire = (): void => useLayout.setState(({ wireOpen }) => ({ wireOpen: !wireOpen }));
