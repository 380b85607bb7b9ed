import type { ReactNode } from 'react';
import type { ParameterControl } from '#shared/protocol/compose/text-parameters.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice } from '../../../ui/fields/select.tsx';
import { Slider } from '../../../ui/fields/slider.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { InputValue } from './request-parameters.ts';

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

/** The control of a parameter that needs a line of its own: a slider, or a text of several lines. */
function WideInput({ name, control, value, onValueChange, placeholder }: ParameterInput) {
  const text = { 'aria-label': name, placeholder, minRows: 1 };
  switch (control.kind) {
    case 'slider':
      return (
        <Slider
          value={typeof value === 'number' ? value : control.min}
          onValueChange={onValueChange}
          min={control.min}
          max={control.max}
          step={control.step}
          label={name}
        />
      );
    case 'words':
      return (
        <TextArea
          {...text}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onValueChange={(next) => onValueChange(next === '' ? [] : next.split('\n').slice(0, control.most))}
          mono
          maxRows={control.most}
        />
      );
    default:
      return (
        <TextArea
          {...text}
          value={String(value)}
          onValueChange={onValueChange}
          mono={control.kind === 'json'}
          maxRows={10}
        />
      );
  }
}
