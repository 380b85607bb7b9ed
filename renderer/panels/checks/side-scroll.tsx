import type { ReactNode } from 'react';
import s from './side.module.css';

/**
 * The scrolling part of the right column; focusable, so that it can be scrolled by keyboard even without any control
 * inside.
 */
export function SideScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
