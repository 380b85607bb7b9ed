import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Heading, type HeadingLevel } from '../base/heading.tsx';
import s from './card.module.css';

export interface CardProps {
  title?: ReactNode;
  /** Stands at the right of the title. */
  aside?: ReactNode;
  level?: HeadingLevel | undefined;
  /** Off for content that reaches the edge (tables, pictures). */
  padded?: boolean | undefined;
  children: ReactNode;
}

/** Something that can be handled, on raised ground. A card never stands in a card. */
export function Card({ title, aside, level = 3, padded = true, children }: CardProps) {
  const head = title !== undefined || aside !== undefined;
  return (
    <section className={classes(s.card, padded && s.padded)}>
      {head && (
        <header className={s.head}>
          {title !== undefined && <Heading level={level}>{title}</Heading>}
          <span className={s.aside}>{aside}</span>
        </header>
      )}
      {children}
    </section>
  );
}
