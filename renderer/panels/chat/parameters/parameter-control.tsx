import { useStrings } from '../../../lib/i18n/strings.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { SliderNumber } from '../../../ui/fields/slider-number.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Parameter } from '../model/parameters.ts';

interface ParameterControlProps {
  parameter: Parameter;
  value: unknown;
  muted: boolean;
  onValueChange: (value: unknown) => void;
}

/** The control of one parameter; its accessible name is the field's name on the wire. */
export function ParameterControl({ parameter: { name, control }, value, muted, onValueChange }: ParameterControlProps) {
  const words = useStrings().chat.parameters;
  switch (control.kind) {
    case 'slider':
      return (
        <SliderNumber
          value={typeof value === 'number' ? value : control.start}
          onValueChange={onValueChange}
          min={control.min}
          max={control.max}
          step={control.step}
          label={name}
          muted={muted}
        />
      );
    case 'integer':
      return (
        <NumberField
          value={typeof value === 'number' ? value : null}
          onValueChange={onValueChange}
          min={control.min}
          max={control.max}
          step={1}
          label={name}
          placeholder={words.integerPlaceholder}
          width="100%"
        />
      );
    case 'choice':
      return <Choice value={String(value)} onValueChange={onValueChange} options={control.options} label={name} />;
    case 'switch':
      return <Switch checked={value === true} onCheckedChange={onValueChange} ariaLabel={name} label={String(value)} />;
    case 'words':
      return (
        <TextArea
          value={Array.isArray(value) ? value.join('\n') : ''}
          onValueChange={(text) => onValueChange(text === '' ? [] : text.split('\n').slice(0, control.most))}
          aria-label={name}
          placeholder={words.wordsPlaceholder(control.most)}
          title={words.wordsHint}
          mono
          minRows={1}
          maxRows={control.most}
        />
      );
    case 'text':
      return <TextField value={String(value ?? '')} onValueChange={onValueChange} aria-label={name} mono />;
    case 'json':
      return (
        <TextArea
          value={String(value)}
          onValueChange={onValueChange}
          aria-label={name}
          mono
          minRows={1}
          maxRows={8}
          spellCheck={false}
        />
      );
  }
}
