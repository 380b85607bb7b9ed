import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import s from './chip.module.css';

export interface ChipProps {
  children: ReactNode;
  icon?: ReactNode;
  count?: number | string | undefined;
  /** A toggle (filter) when given together with `onPressedChange`. */
  pressed?: boolean | undefined;
  onPressedChange?: ((pressed: boolean) => void) | undefined;
  onClick?: (() => void) | undefined;
  /** Adds a cross; `removeLabel` names it. */
  onRemove?: (() => void) | undefined;
  removeLabel?: string | undefined;
}

/** A small round label: a filter that is on or off, a suggestion to press, or an attachment that can be removed. */
export function Chip({ children, icon, count, pressed, onPressedChange, onClick, onRemove, removeLabel }: ChipProps) {
  const inside = (
    <>
      {icon}
      <span className="cut-text">{children}</span>
      {count !== undefined && <span className="num">{count}</span>}
    </>
  );
  const acts = onPressedChange ?? onClick;
  return (
    <span className={classes(s.chip, pressed && s.on, acts && s.acts)}>
      {acts ? (
        <button
          type="button"
          className={s.body}
          aria-pressed={onPressedChange ? (pressed ?? false) : undefined}
          onClick={() => (onPressedChange ? onPressedChange(!pressed) : onClick?.())}
        >
          {inside}
        </button>
      ) : (
        <span className={s.body}>{inside}</span>
      )}
      {onRemove && (
        <button type="button" className={s.remove} aria-label={removeLabel} onClick={onRemove}>
          <Icon of={X} size="xs" />
        </button>
      )}
    </span>
  );
}
