import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import type { Intent } from '../base/intent.ts';
import tone from '../base/tone.module.css';
import s from './facts.module.css';

export interface Fact {
  /** Text beside the number; also its key. */
  label: string;
  value?: ReactNode;
  /** `38.2 tok/s` is value first, `first token 412 ms` label first. */
  order?: 'label-first' | 'value-first' | undefined;
  intent?: Intent | undefined;
  /** A small diagram after the text. */
  after?: ReactNode;
}

export interface FactsProps {
  items: readonly Fact[];
  /** One line with dots between its facts: what has no room is cut off. */
  line?: boolean | undefined;
}

/** The row of numbers under a reply: the evidence for what was said above. */
export function Facts({ items, line }: FactsProps) {
  return (
    <ul className={classes(s.facts, line && s.line)}>
      {items.map((fact) => (
        <li key={fact.label} className={classes(s.fact, tone[fact.intent ?? 'neutral'])}>
          {fact.order !== 'value-first' && fact.label}
          {fact.value !== undefined && <b>{fact.value}</b>}
          {fact.order === 'value-first' && fact.label}
          {fact.after}
        </li>
      ))}
    </ul>
  );
}
