import type { ReactNode } from 'react';
import type { ParameterControl } from '#shared/protocol/compose/text-parameters.ts';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { InputValue } from './request-parameters.ts';

const WideInput = lazyPart(async () => (await import('./wide-input.tsx')).WideInput, <div style={{ height: 24 }} />);

export interface ParameterInput {
  /** The wire name of the field; also the accessible name. */
  name: string;
  control: ParameterControl;
  value: unknown;
  onValueChange: (value: InputValue) => void;
  placeholder?: string | undefined;
}

/** Returns what edits a parameter: `control` fits beside its name, `children` need a line of their own. */
export function parameterInput(input: ParameterInput): { control?: ReactNode; children?: ReactNode } {
  const { name, control, value, onValueChange, placeholder } = input;
  switch (control.kind) {
    case 'flag':
      return { control: 'true' };
    case 'boolean':
      return {
        control: (
          <Switch
            checked={value === true || value === 'true'}
            onCheckedChange={onValueChange}
            ariaLabel={name}
            label={String(value)}
          />
        ),
      };
    case 'choice':
      return {
        control: <Choice value={String(value)} onValueChange={onValueChange} options={control.options} label={name} />,
      };
    case 'number':
      return {
        control: (
          <NumberField
            value={typeof value === 'number' ? value : null}
            onValueChange={onValueChange}
            min={control.min}
            max={control.max}
            label={name}
            placeholder={placeholder}
            width={96}
          />
        ),
      };
    case 'slider': {
      const number = typeof value === 'number' ? value : control.min;
      const range = { min: control.min, max: control.max, step: control.step, label: name };
      return {
        // An emptied field leaves the value as it was.
        control: (
          <NumberField
            {...range}
            value={number}
            onValueChange={(next) => next !== null && onValueChange(next)}
            width={72}
          />
        ),
        children: <WideInput {...input} />,
      };
    }
    case 'text':
      return {
        control: (
          <TextField
            value={String(value ?? '')}
            onValueChange={onValueChange}
            aria-label={name}
            placeholder={placeholder}
            mono
            width={132}
          />
        ),
      };
    case 'words':
    case 'prose':
    case 'json':
      return { children: <WideInput {...input} /> };
  }
}
