import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import p from '../overlays/popup.module.css';
import s from './combobox.module.css';
import c from './control.module.css';
import { tiedTo, useFieldControl } from './field-control.ts';
import { fixedWidth } from './fixed-width.ts';
import { groupOptions } from './group-options.ts';
import { matchOptions } from './match-options.ts';

export interface ComboboxOption<T extends string> {
  value: T;
  label: string;
  hint?: string | undefined;
  group?: string | undefined;
  /** Further words that find this option. */
  keywords?: string | undefined;
  disabled?: boolean | undefined;
}

export interface ComboboxProps<T extends string> {
  value: T | null;
  onValueChange: (value: T | null) => void;
  options: readonly ComboboxOption<T>[];
  emptyText: string;
  /** The name of the arrow button. */
  openLabel: string;
  /** With it a cross clears the choice; without it the choice can only be replaced. */
  clearLabel?: string | undefined;
  /** The accessible name where no `Field` gives one. */
  label?: string | undefined;
  placeholder?: string | undefined;
  mono?: boolean | undefined;
  /** Said under the list when not all matches are drawn. */
  moreText?: ((hidden: number) => string) | undefined;
  width?: string | number | undefined;
  disabled?: boolean | undefined;
}

/** At most this many options are in the page at once; typing narrows the rest. */
const DRAWN = 100;

/** One of many (thousands are fine), found by typing any of its words. */
export function Combobox<T extends string>(props: ComboboxProps<T>) {
  const { value, onValueChange, options, emptyText, openLabel, clearLabel, label, placeholder, mono, moreText, width } =
    props;
  const ties = useFieldControl(label);
  const chosen = options.find((option) => option.value === value) ?? null;
  const [query, setQuery] = useState<string | null>(null);
  const matches = matchOptions(options, query ?? '');
  const drawn = matches.slice(0, DRAWN);
  const hidden = matches.length - drawn.length;
  const groups = groupOptions(drawn).map(({ group, options: items }) => ({ value: group, items }));
  return (
    <Base.Root<ComboboxOption<T>>
      items={groups}
      filter={null}
      value={chosen}
      onValueChange={(next) => onValueChange(next?.value ?? null)}
      isItemEqualToValue={(a, b) => a.value === b.value}
      itemToStringLabel={(option) => option.label}
      onInputValueChange={(text, { reason }) => setQuery(reason === 'input-change' ? text : null)}
      onOpenChange={(open) => !open && setQuery(null)}
      autoHighlight
      disabled={props.disabled}
    >
      <Base.InputGroup className={c.control} style={fixedWidth(width)}>
        <Base.Input
          {...tiedTo(ties, false)}
          className={classes(c.input, mono && c.mono)}
          placeholder={placeholder}
          aria-label={label}
          spellCheck={false}
        />
        <span className={c.side}>
          {clearLabel !== undefined && (
            <Base.Clear className={s.side} aria-label={clearLabel}>
              <Icon of={X} size="s" />
            </Base.Clear>
          )}
          <Base.Trigger className={s.side} aria-label={openLabel}>
            <Icon of={ChevronDown} size="s" />
          </Base.Trigger>
        </span>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner className={p.positioner} sideOffset={4}>
          <Base.Popup className={classes(p.popup, mono && c.mono)}>
            <Base.Empty className={p.empty}>{emptyText}</Base.Empty>
            <Base.List>
              {(group: { value: string; items: ComboboxOption<T>[] }) => (
                <Base.Group key={group.value} items={group.items}>
                  {group.value !== '' && <Base.GroupLabel className={p.caption}>{group.value}</Base.GroupLabel>}
                  <Base.Collection>
                    {(option: ComboboxOption<T>) => <Option key={option.value} option={option} />}
                  </Base.Collection>
                </Base.Group>
              )}
            </Base.List>
            {hidden > 0 && moreText !== undefined && <Base.Status className={p.empty}>{moreText(hidden)}</Base.Status>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Option<T extends string>({ option }: { option: ComboboxOption<T> }) {
  return (
    <Base.Item value={option} disabled={option.disabled} className={p.item}>
      <span className={p.lead}>
        <Base.ItemIndicator className={p.chosen}>
          <Icon of={Check} size="s" />
        </Base.ItemIndicator>
      </span>
      <span className={p.text}>
        {option.label}
        {option.hint !== undefined && <span className={p.hint}>{option.hint}</span>}
      </span>
    </Base.Item>
  );
}
