import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import s from './figure.module.css';

interface FigureProps {
  /** The number itself, formatted. */
  children: ReactNode;
  unit?: string | undefined;
  /** `sm` in cells of a table. Figures of different sizes never stand side by side. */
  size?: 'sm' | 'md' | undefined;
}

/** The result of a view as one large number; what it measures is written beside it. */
export const Figure = ({ children, unit, size = 'md' }: FigureProps) => (
  <span className={classes(s.figure, size === 'sm' && s.sm)}>
    {children}
    {unit !== undefined && <small className={s.unit}>{unit}</small>}
  </span>
);
