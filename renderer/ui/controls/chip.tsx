import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import s from './chip.module.css';
import { tip } from './tip.ts';

export interface ChipProps {
  children: ReactNode;
  icon?: ReactNode;
  count?: number | string | undefined;
  /** A toggle (filter) when given together with `onPressedChange`. */
  pressed?: boolean | undefined;
  onPressedChange?: ((pressed: boolean) => void) | undefined;
  onClick?: (() => void) | undefined;
  /** A tooltip: what a press does. */
  hint?: string | undefined;
  /** Why it cannot be pressed now, as a tooltip; it stays reachable. */
  disabledReason?: string | undefined;
  /** Adds a cross; `removeLabel` names it. */
  onRemove?: (() => void) | undefined;
  removeLabel?: string | undefined;
}

/** A small round label: a filter that is on or off, a suggestion to press, or an attachment that can be removed. */
export function Chip({
  children,
  icon,
  count,
  pressed,
  onPressedChange,
  onClick,
  hint,
  disabledReason,
  onRemove,
  removeLabel,
}: ChipProps) {
  const inside = (
    <>
      {icon}
      <span className="cut-text">{children}</span>
      {count !== undefined && <span className="num">{count}</span>}
    </>
  );
  const acts = onPressedChange ?? onClick;
  const isBlocked = disabledReason !== undefined;
  const words = disabledReason ?? hint;
  return (
    <span className={classes(s.chip, pressed && s.on, isBlocked ? s.blocked : acts && s.acts)}>
      {acts ? (
        <button
          type="button"
          className={s.body}
          aria-pressed={onPressedChange ? (pressed ?? false) : undefined}
          aria-disabled={isBlocked || undefined}
          {...(words !== undefined && { ...tip(words), 'aria-description': words })}
          onClick={() => !isBlocked && (onPressedChange ? onPressedChange(!pressed) : onClick?.())}
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
