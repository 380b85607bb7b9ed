import type { ReactNode } from 'react';
import s from './button.module.css';
import { ButtonFrame, type ButtonFrameProps } from './button.tsx';
import { Tooltip, type TooltipSide } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonFrameProps, 'children' | 'className' | 'aria-label'> {
  /** The accessible name, also shown as tooltip. */
  label: string;
  icon: ReactNode;
  shortcut?: string | undefined;
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
  const blocked = disabledReason !== undefined;
  return (
    <Tooltip text={blocked ? disabledReason : label} shortcut={blocked ? undefined : shortcut} side={side}>
      <ButtonFrame
        {...rest}
        intent={intent}
        {...(blocked && { 'aria-disabled': true })}
        aria-label={label}
        className={s.square}
      >
        {icon}
      </ButtonFrame>
    </Tooltip>
  );
}
