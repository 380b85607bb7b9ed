import { type ReactNode, useState } from 'react';
import { lazyModule, useLazyModule } from '../base/lazy-module.ts';
import { opener } from '../overlays/opener.ts';
import { useFieldControl } from './field-control.ts';
import { faceProps, SelectFace, type SelectLook } from './select-face.tsx';

const floating = lazyModule(() => import('./floating-select.tsx'));

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  hint?: string | undefined;
  icon?: ReactNode;
  /** Options with the same group stand together under it, in the order of first appearance. */
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

/** One of a few. Typing jumps to an option; for long lists use `Combobox`. */
export function Select<T extends string>(props: SelectProps<T>) {
  const [isWanted, setWanted] = useState(false);
  const loaded = useLazyModule(floating, isWanted);
  const ties = useFieldControl(props.label);
  if (loaded) return <loaded.FloatingSelect {...props} />;
  const chosen = props.options.find((option) => option.value === props.value);
  const button = (
    <button type="button" role="combobox" aria-expanded={false} disabled={props.disabled} {...faceProps(props, ties)}>
      <SelectFace icon={chosen?.icon} text={chosen?.label ?? props.value} placeholder={props.placeholder} />
    </button>
  );
  return opener(button, {
    popup: 'listbox',
    keys: ['ArrowDown', 'ArrowUp'],
    near: floating.load,
    open: () => setWanted(true),
  });
}
