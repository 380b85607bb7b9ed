import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ControlSize } from './button.tsx';
import { classes } from './class-names.ts';
import c from './control.module.css';
import { fixedWidth } from './fixed-width.ts';
import { groupOptions } from './group-options.ts';
import { Icon } from './icon.tsx';
import p from './popup.module.css';
import s from './select.module.css';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  hint?: string | undefined;
  icon?: ReactNode;
  /** Options with the same group stand together under it, in the order of first appearance. */
  group?: string | undefined;
  disabled?: boolean | undefined;
}

export interface SelectProps<T extends string> {
  value: T | null;
  onValueChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  /** The accessible name where no `Field` gives one. */
  label?: string | undefined;
  mono?: boolean | undefined;
  size?: ControlSize | undefined;
  placeholder?: string | undefined;
  width?: string | number | undefined;
  disabled?: boolean | undefined;
}

/** One of a few. Typing jumps to an option; for long lists use `Combobox`. */
export function Select<T extends string>({
  value,
  onValueChange,
  options,
  label,
  mono,
  size = 'md',
  placeholder,
  width,
  disabled,
}: SelectProps<T>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      disabled={disabled}
      modal={false}
      items={options.map(({ value: id, label: text }) => ({ value: id, label: text }))}
    >
      <Base.Trigger
        className={classes(c.control, c[size], s.trigger, mono && c.mono)}
        aria-label={label}
        style={fixedWidth(width)}
      >
        {chosen?.icon}
        <span className={classes('cut-text', s.value)}>
          {chosen?.label ?? value ?? <span className={s.placeholder}>{placeholder}</span>}
        </span>
        <span className={c.side}>
          <Icon of={ChevronDown} size="s" />
        </span>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={p.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={classes(p.popup, mono && c.mono)}>
            <Base.List>
              {groupOptions(options).map(({ group, options: members }) => (
                <Base.Group key={group}>
                  {group !== '' && <Base.GroupLabel className={p.caption}>{group}</Base.GroupLabel>}
                  {members.map((option) => (
                    <Base.Item key={option.value} value={option.value} disabled={option.disabled} className={p.item}>
                      <span className={p.lead}>
                        <Base.ItemIndicator className={p.chosen}>
                          <Icon of={Check} size="s" />
                        </Base.ItemIndicator>
                      </span>
                      <span className={p.text}>
                        <Base.ItemText>{option.label}</Base.ItemText>
                        {option.hint !== undefined && <span className={p.hint}>{option.hint}</span>}
                      </span>
                      {option.icon}
                    </Base.Item>
                  ))}
                </Base.Group>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
