import { Slider } from '../../../ui/fields/slider.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import type { ParameterInput } from './parameter-input.tsx';

/** The control of a parameter that needs a line of its own: a slider, or a text of several lines. */
export function WideInput({ name, control, value, onValueChange, placeholder }: ParameterInput) {
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
