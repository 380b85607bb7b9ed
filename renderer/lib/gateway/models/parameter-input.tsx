import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { ParameterControl, Setting } from './request-parameters.ts';

interface ParameterInputProps {
  /** The wire name of the field; also the accessible name. */
  name: string;
  control: ParameterControl;
  value: Setting['value'];
  onValueChange: (value: Setting['value']) => void;
}

/** The control of a parameter. A flag has none: its checkbox is enough. */
export function ParameterInput({ name, control, value, onValueChange }: ParameterInputProps) {
  switch (control.kind) {
    case 'flag':
      return null;
    case 'choice':
      return <Choice label={name} options={control.options} value={String(value)} onValueChange={onValueChange} />;
    case 'boolean':
      return (
        <Choice
          label={name}
          options={['true', 'false']}
          value={String(value)}
          onValueChange={(next) => onValueChange(next === 'true')}
        />
      );
    case 'number':
      return (
        <NumberField
          value={typeof value === 'number' ? value : null}
          onValueChange={(next) => onValueChange(next ?? '')}
          min={control.min}
          max={control.max}
          label={name}
          width="100%"
        />
      );
    case 'text':
      return <TextField value={String(value)} onValueChange={onValueChange} aria-label={name} mono />;
    case 'json':
      return (
        <TextArea value={String(value)} onValueChange={onValueChange} aria-label={name} mono minRows={1} maxRows={10} />
      );
  }
}
