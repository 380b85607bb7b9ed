export type TipSide = 'top' | 'right' | 'bottom' | 'left';

export interface TipLook {
  shortcut?: string | undefined;
  side?: TipSide | undefined;
}

/**
 * Attributes that give an element a hint on hover and on keyboard focus; `Tips` shows it. The element carries its own
 * accessible name: the hint repeats, it does not name.
 */
export const tip = (text: string, { shortcut, side }: TipLook = {}) => ({
  'data-tip': text,
  'data-tip-keys': shortcut,
  'data-tip-side': side,
});
