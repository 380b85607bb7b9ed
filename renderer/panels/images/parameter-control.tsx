import { useState } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SliderNumber } from '../../ui/fields/slider-number.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { ImageParameter } from './model/image-families.ts';
import { isLegalSize, legalSizeNear, plainSize, readSize, type Setting, sizeText } from './model/image-settings.ts';
import s from './parameters.module.css';

interface ParameterControlProps {
  parameter: ImageParameter;
  value: Setting['value'];
  isSent: boolean;
  onValueChange: (value: Setting['value']) => void;
}

/** The control of one parameter, by its kind. A flag has none: its tick says all. */
export function ParameterControl({
  parameter: { name, control },
  value,
  isSent,
  onValueChange,
}: ParameterControlProps) {
  switch (control.kind) {
    case 'flag':
      return null;
    case 'size':
      return <SizeControl name={name} control={control} value={String(value)} onValueChange={onValueChange} />;
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
      return control.max - control.min <= 100 && control.max > control.min ? (
        <SliderNumber
          value={typeof value === 'number' ? value : control.min}
          onValueChange={onValueChange}
          min={control.min}
          max={control.max}
          step={control.step}
          label={name}
          muted={!isSent}
        />
      ) : (
        <NumberField
          value={typeof value === 'number' ? value : null}
          onValueChange={(next) => onValueChange(next ?? '')}
          min={control.min}
          label={name}
          width="100%"
        />
      );
    case 'text':
      return <TextField value={String(value)} onValueChange={onValueChange} aria-label={name} mono />;
    case 'json':
      return (
        <TextArea value={String(value)} onValueChange={onValueChange} aria-label={name} mono minRows={1} maxRows={8} />
      );
  }
}

interface SizeControlProps {
  name: string;
  control: Extract<ImageParameter['control'], { kind: 'size' }>;
  value: string;
  onValueChange: (value: string) => void;
}

const custom = 'custom';

/** A known size, or one that is typed; one that the model is known to refuse is said so, with the nearest that fits. */
function SizeControl({ name, control, value, onValueChange }: SizeControlProps) {
  const t = useStrings().images.parameters;
  const [isTyping, setTyping] = useState(!control.options.includes(value));
  const isKnown = control.options.includes(value);
  const size = readSize(value);
  const fitting = control.legal && size && !isLegalSize(size) ? sizeText(legalSizeNear(size)) : null;
  const options = [
    ...(isKnown || control.custom ? [] : [value]),
    ...control.options,
    ...(control.custom ? [custom] : []),
  ];
  return (
    <div className={s.sizes}>
      <Select
        value={control.custom && (isTyping || !isKnown) ? custom : value}
        onValueChange={(next) => {
          setTyping(next === custom);
          if (next !== custom) onValueChange(next);
        }}
        options={options.map((option) => ({
          value: option,
          label: option === custom ? t.customSize : option.replace('x', '×'),
        }))}
        label={name}
        mono
        width="100%"
      />
      {control.custom && (isTyping || !isKnown) && (
        <TextField
          value={value}
          onValueChange={onValueChange}
          onBlur={() => onValueChange(plainSize(value))}
          aria-label={t.customSizeLabel}
          placeholder="1536x1024"
          mono
        />
      )}
      {fitting && (
        <p className={s.warning} role="status">
          {t.illegalSize}{' '}
          <Button size="sm" onClick={() => onValueChange(fitting)}>
            {t.takeSize(fitting.replace('x', '×'))}
          </Button>
        </p>
      )}
    </div>
  );
}
