import type { ReactNode } from 'react';
import s from './button.module.css';
import { ButtonFrame, type ButtonFrameProps } from './button.tsx';
import { type TipSide, tip } from './tip.ts';

export interface IconButtonProps
  extends Omit<ButtonFrameProps, 'children' | 'className' | 'aria-label' | 'blockedFor'> {
  /** The accessible name, also shown as hint. */
  label: string;
  icon: ReactNode;
  shortcut?: string | undefined;
  /** Why it cannot be pressed now; shown instead of the name, and the button stays reachable. */
  disabledReason?: string | undefined;
  side?: TipSide | undefined;
}

/** A square button that says its name on hover and focus. */
export function IconButton({
  label,
  icon,
  shortcut,
  side,
  intent = 'quiet',
  disabledReason,
  ...rest
}: IconButtonProps) {
  return (
    <ButtonFrame
      {...tip(disabledReason ?? label, { shortcut: disabledReason === undefined ? shortcut : undefined, side })}
      {...rest}
      intent={intent}
      blockedFor={disabledReason}
      aria-label={label}
      className={s.square}
    >
      {icon}
    </ButtonFrame>
  );
}
