import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from '../controls/kbd.tsx';
import type { TipSide } from '../controls/tip.ts';
import { placeTip } from './place-tip.ts';
import s from './tips.module.css';

interface Shown {
  text: string;
  keys: string | undefined;
  side: TipSide;
  box: DOMRect;
}

const delayMs = 500;
/** From one hint to the next there is no waiting for this long. */
const warmMs = 400;
/** Width from which the words that hints of narrow pages repeat are in sight. */
const widePx = 1200;

/**
 * Shows what `tip` wrote onto an element, on hover and on keyboard focus. One bubble serves the whole page, so that a
 * button costs nothing more for having a hint.
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
    // A press or a key is the beginning of something else; nothing is warm after it.
    const dismiss = () => {
      hide();
      warmUntil = 0;
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onFocus);
    for (const name of ['focusout', 'scroll'] as const) document.addEventListener(name, hide, true);
    for (const name of ['pointerdown', 'keydown'] as const) document.addEventListener(name, dismiss, true);
    return () => {
      hide();
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
