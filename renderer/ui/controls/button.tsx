import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import s from './button.module.css';
import { Kbd } from './kbd.tsx';
import { type TipSide, tip } from './tip.ts';

export type ButtonIntent = 'plain' | 'primary' | 'quiet' | 'stop' | 'danger';
export type ControlSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  intent?: ButtonIntent | undefined;
  size?: ControlSize | undefined;
  /** A toggle: announced to screen readers as pressed or not, drawn in the cord's tint. */
  pressed?: boolean | undefined;
  /** Work is under way: the button stays focusable, ignores presses and shows a moving edge. */
  busy?: boolean | undefined;
  /** Why it cannot be pressed now. The button stays reachable by keyboard and shows the reason in a tooltip. */
  disabledReason?: string | undefined;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> {
  icon?: ReactNode;
  shortcut?: string | undefined;
  /** Fills the width of its container. */
  stretch?: boolean | undefined;
}

/** One action with text on it. One `primary` per decision. Its keys describe it and are no part of its name. */
export function Button({ icon, shortcut, stretch, disabledReason, children, ...rest }: ButtonProps) {
  return (
    <ButtonFrame
      {...(shortcut !== undefined && { 'aria-description': shortcut })}
      {...rest}
      {...(disabledReason !== undefined && tip(disabledReason))}
      blockedFor={disabledReason}
      className={classes(stretch && s.stretch)}
    >
      {icon}
      {children}
      {shortcut !== undefined && (
        <span aria-hidden>
          <Kbd bare>{shortcut}</Kbd>
        </span>
      )}
    </ButtonFrame>
  );
}

export interface ButtonFrameProps
  extends Omit<ButtonLook, 'disabledReason'>,
    Omit<ComponentPropsWithRef<'button'>, 'style'> {
  /** Why it cannot be pressed now; it can still be reached, so that the reason can be read. */
  blockedFor?: string | undefined;
}

const swallow = (event: MouseEvent) => event.preventDefault();

/** Reachable, but a press does nothing: it neither acts, nor opens its popup, nor submits its form. */
const held = {
  'aria-disabled': true,
  onClick: swallow,
  onMouseDown: undefined,
  onPointerDown: undefined,
  onKeyDown: undefined,
} as const;

/** The shape shared by text and icon buttons. */
export function ButtonFrame({
  intent = 'plain',
  size = 'md',
  pressed,
  busy = false,
  disabled = false,
  blockedFor,
  className,
  ...rest
}: ButtonFrameProps) {
  const isHeld = busy || blockedFor !== undefined;
  return (
    <button
      type="button"
      {...rest}
      {...(isHeld && held)}
      {...(blockedFor !== undefined && { 'aria-description': blockedFor })}
      disabled={disabled && !isHeld}
      data-disabled={disabled || isHeld ? '' : undefined}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      className={classes(s.button, s[intent], s[size], pressed && s.pressed, className)}
    />
  );
}

export interface IconButtonProps
  extends Omit<ButtonFrameProps, 'children' | 'className' | 'aria-label' | 'blockedFor'> {
  /** The accessible name, also shown as tooltip. */
  label: string;
  icon: ReactNode;
  shortcut?: string | undefined;
  /** Why it cannot be pressed now; shown instead of the name, and the button stays reachable. */
  disabledReason?: string | undefined;
  side?: TipSide | undefined;
}

/** A square button that shows its name on hover and focus. */
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
