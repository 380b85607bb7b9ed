import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import s from './button.module.css';
import { classes } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { Tooltip } from './tooltip.tsx';

export type ButtonIntent = 'plain' | 'primary' | 'quiet' | 'stop' | 'danger';
export type ControlSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  intent?: ButtonIntent | undefined;
  size?: ControlSize | undefined;
  /** A toggle: said to screen readers as pressed or not, drawn in the cord's tint. */
  pressed?: boolean | undefined;
  /** Work is under way: the button stays focusable, ignores presses and shows a moving edge. */
  busy?: boolean | undefined;
  /** Why it cannot be pressed now. The button stays reachable by keyboard and tells the reason in a tooltip. */
  disabledReason?: string | undefined;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> {
  icon?: ReactNode;
  shortcut?: string | undefined;
  /** Fills the width of its container. */
  stretch?: boolean | undefined;
}

/** One action with a word on it. One `primary` per decision. */
export function Button({ icon, shortcut, stretch, disabledReason, children, ...rest }: ButtonProps) {
  const isBlocked = disabledReason !== undefined;
  const button = (
    <ButtonFrame {...rest} blocked={isBlocked} className={classes(stretch && s.stretch)}>
      {icon}
      {children}
      {shortcut !== undefined && <Kbd bare>{shortcut}</Kbd>}
    </ButtonFrame>
  );
  return isBlocked ? <Tooltip text={disabledReason}>{button}</Tooltip> : button;
}

export interface ButtonFrameProps
  extends Omit<ButtonLook, 'disabledReason'>,
    Omit<ComponentPropsWithRef<'button'>, 'style'> {
  /** Cannot be pressed now, but can be reached: a tooltip around it says why. */
  blocked?: boolean | undefined;
}

/** The shape shared by word and icon buttons. */
export function ButtonFrame({
  intent = 'plain',
  size = 'md',
  pressed,
  busy = false,
  disabled = false,
  blocked = false,
  className,
  ...rest
}: ButtonFrameProps) {
  return (
    <BaseButton
      type="button"
      {...rest}
      disabled={disabled || busy || blocked}
      focusableWhenDisabled={busy || blocked}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      className={classes(s.button, s[intent], s[size], pressed && s.pressed, className)}
    />
  );
}
