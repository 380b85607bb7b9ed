import type { ReactNode } from 'react';
import s from './button.module.css';
import { ButtonFrame, type ButtonFrameProps } from './button.tsx';
import { Tooltip, type TooltipSide } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonFrameProps, 'children' | 'className' | 'aria-label' | 'blocked'> {
  /** The accessible name, also shown as tooltip. */
  label: string;
  icon: ReactNode;
  shortcut?: string | undefined;
  /** Why it cannot be pressed now; shown instead of the name, and the button stays reachable. */
  disabledReason?: string | undefined;
  side?: TooltipSide | undefined;
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
  const isBlocked = disabledReason !== undefined;
  return (
    <Tooltip text={disabledReason ?? label} shortcut={isBlocked ? undefined : shortcut} side={side}>
      <ButtonFrame {...rest} intent={intent} blocked={isBlocked} aria-label={label} className={s.square}>
        {icon}
      </ButtonFrame>
    </Tooltip>
  );
}
