import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import s from './gallery.module.css';

/** One box of the gallery. */
export function Piece({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={classes(s.piece, wide && s.wide)}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
