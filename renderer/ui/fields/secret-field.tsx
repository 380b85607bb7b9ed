import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from 'react';
import { classes } from '../base/class-names.ts';
import c from './control.module.css';
import f from './field.module.css';

export interface SecretHandle {
  /** Gives what was entered and empties the field: nothing of it stays in the page. */
  take: () => string;
  /** Puts a secret in that was recognised elsewhere, without showing it. */
  fill: (secret: string) => void;
  focus: () => void;
}

export interface SecretFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  layout?: 'stack' | 'row' | undefined;
  ref: Ref<SecretHandle>;
  /** Something was entered, or all of it was taken out. The text itself is told to nobody. */
  onFilledChange?: ((isFilled: boolean) => void) | undefined;
  /** Told with every key stroke, for a word about its strength. What it is given must not be kept. */
  onTyped?: ((secret: string) => void) | undefined;
  maxLength?: number | undefined;
  autoFocus?: boolean | undefined;
  placeholder?: string | undefined;
}

/**
 * A secret on its way in. There is no way to show it, no form history or password store is offered to keep it, and it
 * lives in the input alone: never in the state of a component, where a copy would outlast it.
 */
export function SecretField(props: SecretFieldProps) {
  const { label, hint, error, layout = 'stack', ref, onFilledChange, onTyped, ...rest } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    take() {
      const secret = input.current?.value ?? '';
      if (input.current) input.current.value = '';
      onFilledChange?.(false);
      return secret;
    },
    fill(secret) {
      if (input.current) input.current.value = secret;
      onFilledChange?.(secret !== '');
    },
    focus: () => input.current?.focus(),
  }));
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return (
    <div className={classes(f.field, f[layout])}>
      <label className={f.label} htmlFor={id}>
        {label}
      </label>
      <div className={f.body}>
        <span className={classes(c.control, error !== undefined && c.invalid)}>
          <input
            {...rest}
            ref={input}
            id={id}
            type="password"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            data-1p-ignore=""
            data-lpignore="true"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={described.join(' ') || undefined}
            className={classes(c.input, c.mono)}
            onInput={({ currentTarget: { value } }) => {
              onFilledChange?.(value !== '');
              onTyped?.(value);
            }}
          />
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={f.hint}>
            {hint}
          </span>
        )}
        {error !== undefined && (
          <span id={`${id}-error`} className={f.error}>
            {error}
          </span>
        )}
      </div>
    </div>
  );
}
