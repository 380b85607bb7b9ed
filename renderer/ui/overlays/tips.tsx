import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from '../controls/kbd.tsx';
import type { TipSide } from '../controls/tip.ts';
import s from './tips.module.css';

interface Shown {
  text: string;
  keys: string | undefined;
  side: TipSide;
  box: DOMRect;
}

const delayMs = 500;
/** For this long after a tooltip, the next one is shown without delay. */
const warmMs = 400;
/** Width from which the text is visible that tooltips repeat on narrow pages. */
const widePx = 1200;

/**
 * Shows the tooltips set by `tip`, on hover and on keyboard focus. One bubble serves the whole page, so that a tooltip
 * adds no cost to a button.
 */
export function Tips() {
  const [shown, setShown] = useState<Shown | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let owner: HTMLElement | null = null;
    let waiting: HTMLElement | null = null;
    let warmUntil = 0;
    const hide = () => {
      clearTimeout(timer);
      if (owner) warmUntil = performance.now() + warmMs;
      owner = waiting = null;
      setShown(null);
    };
    const show = (target: Element, waitMs: number) => {
      const next = target.closest<HTMLElement>('[data-tip]');
      if (next && (next === owner || next === waiting)) return;
      const wait = performance.now() < warmUntil || owner ? 0 : waitMs;
      hide();
      const { tip: text, tipKeys: keys, tipSide, tipWhen } = next?.dataset ?? {};
      if (!next || !text || (tipWhen === 'narrow' && innerWidth >= widePx)) return;
      waiting = next;
      timer = setTimeout(() => {
        if (!next.isConnected) return;
        owner = next;
        setShown({ text, keys, side: (tipSide as TipSide | undefined) ?? 'bottom', box: next.getBoundingClientRect() });
      }, wait);
    };
    const onOver = ({ target, pointerType }: PointerEvent) =>
      pointerType === 'mouse' && target instanceof Element && show(target, delayMs);
    const onFocus = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches(':focus-visible') && show(target, 0);
    // A press or a key starts something else; the next tooltip has its normal delay.
    const dismiss = () => {
      hide();
      warmUntil = 0;
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onFocus);
    for (const name of ['focusout', 'scroll'] as const) document.addEventListener(name, hide, true);
    for (const name of ['pointerdown', 'keydown'] as const) document.addEventListener(name, dismiss, true);
    addEventListener('resize', hide);
    return () => {
      hide();
      removeEventListener('resize', hide);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('focusin', onFocus);
      for (const name of ['focusout', 'scroll'] as const) document.removeEventListener(name, hide, true);
      for (const name of ['pointerdown', 'keydown'] as const) document.removeEventListener(name, dismiss, true);
    };
  }, []);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!shown || !element) return;
    const { left, top } = placeTip(
      shown.box,
      element.getBoundingClientRect(),
      { width: innerWidth, height: innerHeight },
      shown.side,
    );
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [shown]);

  if (!shown) return null;
  return (
    <div ref={bubble} className={s.tip} aria-hidden>
      {shown.text}
      {shown.keys && <Kbd bare>{shown.keys}</Kbd>}
    </div>
  );
}

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

/**
 * Returns where a bubble of `size` is placed beside `owner`, in px of the viewport: on the other side when there is no
 * room.
 */
export function placeTip(owner: Box, size: Size, view: Size, side: TipSide): { left: number; top: number } {
  const wanted = positionAt(owner, size, side);
  const other = positionAt(owner, size, opposite[side]);
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

function positionAt(owner: Box, size: Size, side: TipSide): { left: number; top: number } {
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
