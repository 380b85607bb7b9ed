import type { ReactNode } from 'react';
import s from './figure.module.css';

interface FigureProps {
  /** The number itself, formatted. */
  children: ReactNode;
  unit?: string | undefined;
}

/** The result of a view as one large number; what it measures is written beside it. */
export const Figure = ({ children, unit }: FigureProps) => (
  <span className={s.figure}>
    {children}
    {unit !== undefined && <small className={s.unit}>{unit}</small>}
  </span>
);
