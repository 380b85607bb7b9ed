import type { ReactNode } from 'react';
import s from './card.module.css';

export interface CardProps {
  title?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A self-contained item, on raised ground. Cards are never nested. */
export function Card({ title, aside, children }: CardProps) {
  const head = title !== undefined || aside !== undefined;
  return (
    <section className={s.card}>
      {head && (
        <header className={s.head}>
          {title !== undefined && <h3>{title}</h3>}
          <span className={s.aside}>{aside}</span>
        </header>
      )}
      {children}
    </section>
  );
}
