import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import type { ControlSize } from '../controls/button.tsx';
import { Segmented } from '../controls/segmented.tsx';
import p from '../overlays/popup.module.css';
import c from './control.module.css';
import { type FieldTies, fixedWidth, tiedTo, useFieldControl } from './field-control.ts';

/** How the button of a select looks, and its name where no `Field` gives one. */
export interface SelectLook {
  label?: string | undefined;
  mono?: boolean | undefined;
  size?: ControlSize | undefined;
  width?: string | number | undefined;
}

/** Look and name of a select's button. */
export function faceProps(
  { label, mono, size = 'md', width }: SelectLook,
  ties: FieldTies | null,
): ComponentPropsWithRef<'button'> {
  return {
    ...tiedTo(ties),
    ...(ties && { 'aria-labelledby': ties.labelId }),
    'aria-label': label,
    className: classes(c.control, c[size], c.trigger, mono && c.mono),
    style: fixedWidth(width),
  };
}

/** The text on that button: the selected option, or the placeholder. */
export function SelectFace({
  icon,
  text,
  placeholder,
}: {
  icon: ReactNode;
  text: string | null;
  placeholder?: string | undefined;
}) {
  return (
    <>
      {icon}
      <span className={classes('cut-text', c.value)}>
        {text ?? <span className={c.placeholder}>{placeholder}</span>}
      </span>
      <span className={c.side}>
        <Icon of={ChevronDown} size="s" />
      </span>
    </>
  );
}

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
  const { value, onValueChange, options, mono, placeholder, disabled } = props;
  const ties = useFieldControl(props.label);
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      disabled={disabled}
      modal={false}
      items={options.map(({ value: id, label: text }) => ({ value: id, label: text }))}
    >
      <Base.Trigger {...faceProps(props, ties)}>
        <SelectFace icon={chosen?.icon} text={chosen?.label ?? value} placeholder={placeholder} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={p.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={classes(p.popup, mono && c.mono)}>
            <Base.List>
              {groupOptions(options).map(({ group, options: members }) => (
                <Base.Group key={group}>
                  {group !== '' && <Base.GroupLabel className={p.caption}>{group}</Base.GroupLabel>}
                  {members.map((option) => (
                    <Option key={option.value} option={option} />
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

function Option<T extends string>({ option }: { option: SelectOption<T> }) {
  return (
    <Base.Item value={option.value} disabled={option.disabled} className={p.item}>
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
  );
}

/** Groups options, in order of first appearance; options without a group are under ''. */
function groupOptions<T extends { group?: string | undefined }>(
  options: readonly T[],
): { group: string; options: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const option of options) {
    const name = option.group ?? '';
    const members = groups.get(name);
    if (members) members.push(option);
    else groups.set(name, [option]);
  }
  return [...groups].map(([group, members]) => ({ group, options: members }));
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
