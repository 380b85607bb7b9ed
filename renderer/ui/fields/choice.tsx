import { Segmented } from '../controls/segmented.tsx';
import { Select } from './select.tsx';

interface ChoiceProps<T extends string> {
  value: T;
  onValueChange: (value: T) => void;
  /** As they go on the wire. A value that is none of them is offered as well. */
  options: readonly T[];
  label: string;
}

/** One of a few literal values: side by side while there is room for them, else a list. */
export function Choice<T extends string>({ value, onValueChange, options, label }: ChoiceProps<T>) {
  const shown = (options.includes(value) ? options : [value, ...options]).map((each) => ({ value: each, label: each }));
  return shown.length <= 3 ? (
    <Segmented value={value} onValueChange={onValueChange} options={shown} label={label} stretch />
  ) : (
    <Select value={value} onValueChange={onValueChange} options={shown} label={label} mono width="100%" />
  );
}
