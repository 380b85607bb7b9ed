import { TextField, type TextFieldProps } from './text-field.tsx';

/** A secret on its way in. There is no way to show it, and no password manager is offered to keep it. */
export function SecretField(props: Omit<TextFieldProps, 'type' | 'mono'>) {
  return (
    <TextField {...props} type="password" mono autoComplete="new-password" data-1p-ignore="" data-lpignore="true" />
  );
}
