export type TipSide = 'top' | 'right' | 'bottom' | 'left';

export interface TipLook {
  shortcut?: string | undefined;
  side?: TipSide | undefined;
}

/**
 * Returns attributes that give an element a tooltip on hover and on keyboard focus; `Tips` shows it. The element has
 * its own accessible name: the tooltip repeats it, and does not replace it.
 */
export const tip = (text: string, { shortcut, side }: TipLook = {}) => ({
  'data-tip': text,
  'data-tip-keys': shortcut,
  'data-tip-side': side,
});
