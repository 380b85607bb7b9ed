import type { ReactNode } from 'react';
import s from './side-scroll.module.css';

/** The part of the column at the right that scrolls; reached by keys also where nothing in it can be pressed. */
export function SideScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
