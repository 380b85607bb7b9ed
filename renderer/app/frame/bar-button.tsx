import type { ComponentPropsWithRef } from 'react';
import { classes } from '../../ui/base/class-names.ts';
import { Glyph, type GlyphName } from '../glyph.tsx';
import s from './bar-button.module.css';

export interface BarButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'type'> {
  label: string;
  /** Text beside the icon, where there is room for it. */
  text?: string;
  glyph: GlyphName;
  /** A toggle. */
  pressed?: boolean;
  keys?: string | undefined;
}

/**
 * A square button of the frame's bars. Separate from `ui`, because the frame's first chunk contains no floating
 * library.
 */
export function BarButton({ label, text, glyph, pressed, keys, ...rest }: BarButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classes(s.button, text !== undefined && s.withText, pressed && s.pressed)}
      aria-label={label}
      aria-pressed={pressed}
      data-tip={label}
      data-tip-keys={keys}
    >
      <Glyph name={glyph} />
      {text !== undefined && <span className={s.text}>{text}</span>}
    </button>
  );
}
