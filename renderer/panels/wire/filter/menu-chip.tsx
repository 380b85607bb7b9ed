import { ChevronDown } from 'lucide-react';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import s from './filter-bar.module.css';

export interface MenuChipProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; hint?: string | undefined }[];
  onValueChange: (value: string) => void;
  /** It filters: another value than the first is chosen. */
  isOn: boolean;
}

/** A filter that is chosen from a menu: its present value is its label. */
export function MenuChip({ label, value, options, onValueChange, isOn }: MenuChipProps) {
  const shown = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Menu
      items={[{ kind: 'radio', id: 'options', label, value, options, onValueChange }]}
      trigger={
        <button type="button" className={classes(s.menuChip, isOn && s.on)} aria-label={`${label}: ${shown}`}>
          <span className="cut-text">{shown}</span>
          <Icon of={ChevronDown} size="xs" />
        </button>
      }
    />
  );
}
