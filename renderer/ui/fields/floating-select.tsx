import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { UiProvider } from '../base/ui-provider.tsx';
import p from '../overlays/popup.module.css';
import c from './control.module.css';
import { useFieldControl } from './field-control.ts';
import type { SelectOption, SelectProps } from './select.tsx';
import { faceProps, SelectFace } from './select-face.tsx';

/** A select that is open when it mounts, because the press that opened it came before its code had loaded. */
export function FloatingSelect<T extends string>(props: SelectProps<T>) {
  const { value, onValueChange, options, mono, placeholder, disabled } = props;
  const ties = useFieldControl(props.label);
  const chosen = options.find((option) => option.value === value);
  return (
    <UiProvider>
      <Base.Root
        defaultOpen
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
    </UiProvider>
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
export function groupOptions<T extends { group?: string | undefined }>(
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
