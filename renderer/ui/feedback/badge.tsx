import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import type { Intent } from '../base/intent.ts';
import tone from '../base/tone.module.css';
import s from './badge.module.css';
import { Led } from './led.tsx';

export interface BadgeProps {
  intent?: Intent | undefined;
  /** `md` is the verdict size: 22 high, 12 px. */
  size?: 'sm' | 'md' | undefined;
  icon?: ReactNode;
  /** A small dot before the word, for running work. */
  dot?: boolean | undefined;
  children: ReactNode;
}

/** A verdict or a fact in a word: first the word, then its color. */
export function Badge({ intent = 'neutral', size = 'sm', icon, dot, children }: BadgeProps) {
  return (
    <span className={classes(s.badge, tone[intent], s[size])}>
      {dot && <Led state="live" size="sm" />}
      {icon}
      {children}
    </span>
  );
}
