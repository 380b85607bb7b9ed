import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { classes } from '../base/class-names.ts';
import c from './control.module.css';
import { Field } from './field.tsx';
import { tiedTo, useFieldControl } from './field-control.ts';

export interface SecretHandle {
  /** Returns what was entered and empties the field: nothing of it stays in the page. */
  take: () => string;
  /** Puts in a secret that was recognized elsewhere, without showing it. */
  fill: (secret: string) => void;
  focus: () => void;
}

export interface SecretFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  layout?: 'stack' | 'row' | undefined;
  ref: Ref<SecretHandle>;
  /** Called when the field becomes filled or empty. The text itself is not reported. */
  onFilledChange?: ((isFilled: boolean) => void) | undefined;
  /** Called with every key stroke, to rate its strength. The argument must not be stored. */
  onTyped?: ((secret: string) => void) | undefined;
  maxLength?: number | undefined;
  autoFocus?: boolean | undefined;
}

/**
 * A field for a secret. There is no way to show it, the browser is not offered to remember it in form history or a
 * password manager, and it is only in the input: never in the state of a component, where a copy would outlast it.
 */
export function SecretField({ label, hint, error, layout, ...input }: SecretFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} layout={layout}>
      <SecretInput {...input} />
    </Field>
  );
}

function SecretInput({
  ref,
  onFilledChange,
  onTyped,
  ...rest
}: Omit<SecretFieldProps, 'label' | 'hint' | 'error' | 'layout'>) {
  const ties = useFieldControl(undefined);
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
  return (
    <span className={c.control}>
      <input
        {...rest}
        {...tiedTo(ties)}
        ref={input}
        type="password"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        data-1p-ignore=""
        data-lpignore="true"
        className={classes(c.input, c.mono)}
        onInput={({ currentTarget: { value } }) => {
          onFilledChange?.(value !== '');
          onTyped?.(value);
        }}
      />
    </span>
  );
}
