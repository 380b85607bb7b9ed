import { useEffect, useRef, useState } from 'react';
import { Kbd } from '../ui/kbd.tsx';
import s from './tips.module.css';

interface Tip {
  text: string;
  keys: string | undefined;
  side: 'bottom' | 'right';
  box: DOMRect;
}

const delayMs = 500;

/**
 * Shows what `data-tip` says beside its element, on hover and on keyboard focus. One element for the whole frame; the
 * name that screen readers read stands on the element itself.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const show = (target: EventTarget | null, waitMs: number) => {
      hide();
      const owner = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
      const { tip: text, tipKeys: keys, tipSide, tipWhen } = owner?.dataset ?? {};
      if (!owner || !text || (tipWhen === 'narrow' && innerWidth >= 1200)) return;
      timer = setTimeout(() => {
        setTip({ text, keys, side: tipSide === 'right' ? 'right' : 'bottom', box: owner.getBoundingClientRect() });
      }, waitMs);
    };
    const onOver = (event: PointerEvent) => event.pointerType === 'mouse' && show(event.target, delayMs);
    const onFocus = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') && show(event.target, 0);
    const events = ['pointerdown', 'keydown', 'focusout', 'scroll'] as const;
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onFocus);
    for (const name of events) document.addEventListener(name, hide, true);
    return () => {
      hide();
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('focusin', onFocus);
      for (const name of events) document.removeEventListener(name, hide, true);
    };
  }, []);

  useEffect(() => {
    const element = bubble.current;
    if (!tip || !element) return;
    const { box, side } = tip;
    const { width, height } = element.getBoundingClientRect();
    const x = side === 'right' ? box.right + 8 : box.left + box.width / 2 - width / 2;
    const y = side === 'right' ? box.top + box.height / 2 - height / 2 : box.bottom + 6;
    element.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
    element.style.top = `${Math.min(y, innerHeight - height - 4)}px`;
  }, [tip]);

  if (!tip) return null;
  return (
    <div ref={bubble} className={s.tip} aria-hidden>
      {tip.text}
      {tip.keys && <Kbd bare>{tip.keys}</Kbd>}
    </div>
  );
}
