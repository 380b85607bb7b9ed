import type { ReactNode } from 'react';
import { lazyModule } from '../base/lazy-module.ts';
import { Segmented } from '../controls/segmented.tsx';
import { useFloating } from '../overlays/opener.ts';
import { useFieldControl } from './field-control.ts';
import { faceProps, SelectFace, type SelectLook } from './select-face.tsx';

const floating = lazyModule(() => import('./floating-select.tsx'));

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  hint?: string | undefined;
  icon?: ReactNode;
  /** Options with the same group are listed together under it, in the order of first appearance. */
  group?: string | undefined;
  disabled?: boolean | undefined;
}

export interface SelectProps<T extends string> extends SelectLook {
  value: T | null;
  onValueChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
}

/** One of a few. Typing jumps to an option. */
export function Select<T extends string>(props: SelectProps<T>) {
  const [loaded, closed] = useFloating(floating, 'listbox');
  const ties = useFieldControl(props.label);
  if (loaded) return <loaded.FloatingSelect {...props} />;
  const chosen = props.options.find((option) => option.value === props.value);
  return closed(
    <button type="button" role="combobox" aria-expanded={false} disabled={props.disabled} {...faceProps(props, ties)}>
      <SelectFace icon={chosen?.icon} text={chosen?.label ?? props.value} placeholder={props.placeholder} />
    </button>,
  );
}

interface ChoiceProps<T extends string> {
  value: T;
  onValueChange: (value: T) => void;
  /** The values as sent. A current value that is none of them is offered as well. */
  options: readonly T[];
  label: string;
}

/** Two options with at most this many letters fit side by side next to the name of a field. */
const lettersBesideName = 12;

/** One of a few literal values: side by side while there is room for them next to a name, else a select. */
export function Choice<T extends string>({ value, onValueChange, options, label }: ChoiceProps<T>) {
  const shown = (options.includes(value) ? options : [value, ...options]).map((each) => ({ value: each, label: each }));
  return shown.length === 2 && options.join('').length <= lettersBesideName ? (
    <Segmented value={value} onValueChange={onValueChange} options={shown} label={label} />
  ) : (
    <Select value={value} onValueChange={onValueChange} options={shown} label={label} mono width={128} />
  );
}
