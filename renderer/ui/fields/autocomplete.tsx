import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { classes } from '../base/class-names.ts';
import p from '../overlays/popup.module.css';
import c from './control.module.css';
import { tiedTo, useFieldControl } from './field-control.ts';
import { fixedWidth } from './fixed-width.ts';
import { matchOptions } from './match-options.ts';

export interface Suggestion {
  value: string;
  hint?: string | undefined;
}

export interface AutocompleteProps {
  value: string;
  onValueChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  /** The accessible name where no `Field` gives one. */
  label?: string | undefined;
  placeholder?: string | undefined;
  mono?: boolean | undefined;
  width?: string | number | undefined;
  disabled?: boolean | undefined;
}

/** Suggestions drawn at once. */
const DRAWN = 50;

/** Free text with suggestions: anything may be typed, a list of known values helps. */
export function Autocomplete({
  value,
  onValueChange,
  suggestions,
  label,
  placeholder,
  mono,
  width,
  disabled,
}: AutocompleteProps) {
  const ties = useFieldControl(label);
  const known = suggestions.map((suggestion) => ({ ...suggestion, label: suggestion.value }));
  const exact = known.some((suggestion) => suggestion.value === value);
  const drawn = matchOptions(known, exact ? '' : value).slice(0, DRAWN);
  return (
    <Base.Root
      items={drawn}
      filter={null}
      value={value}
      onValueChange={(next) => onValueChange(next)}
      itemToStringValue={(suggestion) => suggestion.value}
      openOnInputClick
      disabled={disabled}
    >
      <span className={c.control} style={fixedWidth(width)}>
        <Base.Input
          {...tiedTo(ties, false)}
          className={classes(c.input, mono && c.mono)}
          placeholder={placeholder}
          aria-label={label}
          spellCheck={false}
        />
      </span>
      <Base.Portal>
        <Base.Positioner className={p.positioner} sideOffset={6}>
          <Base.Popup className={classes(p.popup, mono && c.mono)}>
            <Base.List>
              {(suggestion: Suggestion) => (
                <Base.Item key={suggestion.value} value={suggestion} className={classes(p.item, p.noLead)}>
                  <span className={p.text}>{suggestion.value}</span>
                  {suggestion.hint !== undefined && <span className={p.hint}>{suggestion.hint}</span>}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
