import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import s from './segmented.module.css';

export interface SegmentedProps<T extends string> {
  value: T;
  onValueChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode; icon?: ReactNode; disabled?: boolean | undefined }[];
  label: string;
  /** Fills its container, all parts equally wide. */
  stretch?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** Two to five choices that stand side by side; arrows choose. */
export function Segmented<T extends string>({
  value,
  onValueChange,
  options,
  label,
  stretch,
  disabled,
}: SegmentedProps<T>) {
  return (
    <RadioGroup
      className={classes(s.group, stretch && s.stretch)}
      value={value}
      onValueChange={(next) => onValueChange(next as T)}
      disabled={disabled}
      aria-label={label}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          nativeButton
          render={<button type="button" />}
          className={s.part}
        >
          {option.icon}
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
