import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import s from './segmented.module.css';
import { tip } from './tip.ts';

export interface SegmentedProps<T extends string> {
  value: T;
  onValueChange: (value: T) => void;
  options: readonly {
    value: T;
    label: ReactNode;
    icon?: ReactNode;
    /** Shows only the icon: the label is its accessible name and its tooltip, with these keys. */
    iconOnly?: { keys: string } | undefined;
    disabled?: boolean | undefined;
  }[];
  label: string;
  /** Fills its container, all parts equally wide. */
  stretch?: boolean | undefined;
}

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Two to five choices side by side; arrow keys select, and wrap around at the ends. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { value, onValueChange, options, label, stretch } = props;
  const reachable = options.filter((option) => !option.disabled);
  // One part is in the tab order: the selected one, or the first while none is.
  const inOrder = reachable.find((option) => option.value === value) ?? reachable[0];

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    if (!step || !inOrder || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = reachable.at((reachable.indexOf(inOrder) + step) % reachable.length);
    if (!next) return;
    onValueChange(next.value);
    (event.currentTarget.children[options.indexOf(next)] as HTMLElement | undefined)?.focus();
  };

  return (
    <div role="radiogroup" className={classes(s.group, stretch && s.stretch)} aria-label={label} onKeyDown={onKeyDown}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a part contains glyphs and words, which an input cannot
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option === inOrder ? 0 : -1}
          disabled={option.disabled}
          className={s.part}
          onClick={() => onValueChange(option.value)}
          {...(option.iconOnly && typeof option.label === 'string'
            ? tip(option.label, { shortcut: option.iconOnly.keys })
            : {})}
        >
          {option.icon}
          {option.iconOnly ? <span className="sr-only">{option.label}</span> : option.label}
        </button>
      ))}
    </div>
  );
}
