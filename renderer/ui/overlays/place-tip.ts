import type { TipSide } from '../controls/tip.ts';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
interface Size {
  width: number;
  height: number;
}

const gapPx = 6;
const edgePx = 4;
const opposite: Record<TipSide, TipSide> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** Where a bubble of `size` stands beside `owner`, in px of the viewport: on the other side when there is no room. */
export function placeTip(owner: Box, size: Size, view: Size, side: TipSide): { left: number; top: number } {
  const wanted = standAt(owner, size, side);
  const other = standAt(owner, size, opposite[side]);
  const fits = ({ left, top }: { left: number; top: number }) =>
    side === 'left' || side === 'right'
      ? left >= edgePx && left + size.width <= view.width - edgePx
      : top >= edgePx && top + size.height <= view.height - edgePx;
  const { left, top } = fits(wanted) || !fits(other) ? wanted : other;
  return {
    left: within(left, view.width - size.width - edgePx),
    top: within(top, view.height - size.height - edgePx),
  };
}

const within = (at: number, most: number) => Math.max(edgePx, Math.min(at, most));

function standAt(owner: Box, size: Size, side: TipSide): { left: number; top: number } {
  const middle = {
    left: owner.left + owner.width / 2 - size.width / 2,
    top: owner.top + owner.height / 2 - size.height / 2,
  };
  switch (side) {
    case 'top':
      return { left: middle.left, top: owner.top - size.height - gapPx };
    case 'bottom':
      return { left: middle.left, top: owner.top + owner.height + gapPx };
    case 'left':
      return { left: owner.left - size.width - gapPx, top: middle.top };
    case 'right':
      return { left: owner.left + owner.width + gapPx, top: middle.top };
  }
}
