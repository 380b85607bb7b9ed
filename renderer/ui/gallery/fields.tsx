import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Icon } from '../base/icon.tsx';
import { Switch } from '../controls/switch.tsx';
import { Tick } from '../controls/tick.tsx';
import { Composer, ComposerCost, ComposerRow, RestoreTextButton } from '../fields/composer.tsx';
import { Field } from '../fields/field.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { SecretField, type SecretHandle } from '../fields/secret-field.tsx';
import { Choice, Select } from '../fields/select.tsx';
import { Slider } from '../fields/slider.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import { ParamCaption, ParamRow } from '../layout/param-row.tsx';
import s from './gallery.module.css';
import { Piece } from './piece.tsx';

const formats = [
  { value: 'text', label: 'text' },
  { value: 'json_object', label: 'json_object' },
  { value: 'json_schema', label: 'json_schema', hint: 'requires a schema' },
] as const;

/** Everything that takes a value. */
export function GalleryFields() {
  const [text, setText] = useState('https://gw.northwind.example');
  const secret = useRef<SecretHandle>(null);
  const [count, setCount] = useState<number | null>(2048);
  const [note, setNote] = useState('Calm, a little warm,\nclear numbers');
  const [format, setFormat] = useState<(typeof formats)[number]['value']>('json_schema');
  const [on, setOn] = useState(true);
  const [effort, setEffort] = useState('medium');
  const [warmth, setWarmth] = useState(0.7);
  const [sent, setSent] = useState(true);
  return (
    <>
      <h2>Fields</h2>
      <div className={s.kit}>
        <Piece title="Text">
          <Field label="Base URL" hint="Without /v1. Each route adds its own path.">
            <TextField mono value={text} onValueChange={setText} />
          </Field>
          <Field label="Invalid base URL" error="The base URL must begin with https:// or http://.">
            <TextField mono value="https//gw" onValueChange={setText} />
          </Field>
          <SecretField label="API key" hint="Can’t be viewed again after saving." ref={secret} />
          <Field label="Instructions">
            <TextArea value={note} onValueChange={setNote} minRows={2} />
          </Field>
          <Composer>
            <TextArea aria-label="Prompt" value={note} onValueChange={setNote} bare />
            <ComposerRow>
              <ComposerCost>1 image</ComposerCost>
              <RestoreTextButton label="Restore text" onClick={() => setNote('')} />
            </ComposerRow>
          </Composer>
          <TextField
            icon={<Icon of={Search} size="s" />}
            aria-label="Search"
            placeholder="Any text, or status:503"
            value=""
            onValueChange={setText}
          />
          <TextField aria-label="Disabled" disabled value="can’t be changed" onValueChange={setText} />
        </Piece>
        <Piece title="Choices">
          <Field label="Format">
            <Select mono value={format} onValueChange={setFormat} options={formats} />
          </Field>
          <Field label="Tokens" layout="row">
            <NumberField value={count} onValueChange={setCount} min={1} max={8192} unit="tok" width={110} />
          </Field>
          <div className={s.row}>
            <Switch checked={on} onCheckedChange={setOn} label="Include usage" />
            <Switch checked={false} onCheckedChange={setOn} ariaLabel="Off" />
          </div>
          <div className={s.row}>
            <Tick checked={on} onCheckedChange={setOn} label="Verify" />
            <Tick checked={false} onCheckedChange={setOn} label="Use system roots" />
            <Tick checked="mixed" onCheckedChange={setOn} label="Some" />
            <Tick checked disabled onCheckedChange={setOn} label="Disabled" />
          </div>
        </Piece>
        <Piece title="Parameters: sent when selected">
          <div>
            <ParamCaption count={2}>Sent</ParamCaption>
            <ParamRow
              name="temperature"
              sent={sent}
              onSentChange={setSent}
              notSentText="not sent"
              hint="Use this or top_p, not both."
              control={
                <NumberField
                  label="temperature"
                  value={warmth}
                  onValueChange={(next) => next !== null && setWarmth(next)}
                  width={72}
                />
              }
            >
              <Slider label="temperature" value={warmth} onValueChange={setWarmth} min={0} max={2} step={0.1} />
            </ParamRow>
            <ParamRow
              name="reasoning.effort"
              sent
              onSentChange={setSent}
              notSentText="not sent"
              control={
                <Choice
                  label="reasoning.effort"
                  value={effort}
                  onValueChange={setEffort}
                  options={['low', 'medium', 'high']}
                />
              }
            />
            <ParamRow
              name="seed"
              sent={false}
              onSentChange={setSent}
              notSentText="not sent"
              control={<NumberField label="seed" value={null} onValueChange={setCount} width={96} />}
            />
            <ParamRow
              name="stop"
              sent
              onSentChange={setSent}
              notSentText="not sent"
              error="At most four strings."
              locked
            >
              <TextField mono aria-label="stop" value="five" onValueChange={setText} />
            </ParamRow>
          </div>
        </Piece>
      </div>
    </>
  );
}
