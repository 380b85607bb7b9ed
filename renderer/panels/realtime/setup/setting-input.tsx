import { useState } from 'react';
import { parameterInput } from '../../../lib/gateway/parameters/parameter-input.tsx';
import type { ParameterItem } from '../../../lib/gateway/parameters/parameter-row.tsx';
import type { PlainControl } from '../../../lib/gateway/parameters/request-parameters.ts';
import { ToolsEditor } from '../../../lib/gateway/parameters/tools-editor.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { PromptMenu } from '../../../lib/saved/prompt-menu.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice, Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { knownVoices, type SessionForm, type SettingName, type TurnKind } from '../model/session-settings.ts';
import { useForm } from '../store.ts';
import s from './setup.module.css';

const turnKinds: readonly TurnKind[] = ['server-vad', 'semantic-vad', 'manual'];

type Words = ReturnType<typeof useStrings>['realtime']['parameters'];

/** Settings that are one value of the form, and the control that edits it. */
const plain: Partial<Record<SettingName, { field: keyof SessionForm; control: PlainControl }>> = {
  instructions: { field: 'instructions', control: { kind: 'prose' } },
  noise_reduction: { field: 'noiseReduction', control: { kind: 'choice', options: ['near_field', 'far_field'] } },
  audio_format: { field: 'audioFormat', control: { kind: 'choice', options: ['pcm16', 'g711_ulaw', 'g711_alaw'] } },
  speed: { field: 'speed', control: { kind: 'slider', min: 0.25, max: 1.5, step: 0.05 } },
  temperature: { field: 'temperature', control: { kind: 'slider', min: 0.6, max: 1.2, step: 0.05 } },
  max_output_tokens: { field: 'maxTokens', control: { kind: 'number', min: 1, max: 100_000 } },
  tool_choice: { field: 'toolChoice', control: { kind: 'text' } },
};

/** Returns what edits a setting; changing the value also turns it on. */
export function settingInput(
  name: SettingName,
  form: SessionForm,
  t: Words,
): Pick<ParameterItem, 'control' | 'children'> {
  const put = (change: Partial<SessionForm>) => useForm.setState({ ...change, sent: { ...form.sent, [name]: true } });
  const row = plain[name];
  const input =
    row &&
    parameterInput({
      ...{ name, control: row.control, value: form[row.field] },
      placeholder: name === 'max_output_tokens' ? t.anyLength : undefined,
      onValueChange: (next) => put({ [row.field]: next }),
    });
  switch (name) {
    case 'instructions':
      return {
        ...input,
        control: (
          <PromptMenu
            text={form.instructions}
            onText={(instructions) => put({ instructions })}
            field={() => document.querySelector('[data-parameter="instructions"] textarea')}
          />
        ),
      };
    case 'voice':
      return { children: <VoiceChoice voice={form.voice} onVoiceChange={(voice) => put({ voice })} label={name} /> };
    case 'turn_detection':
      return { children: <Turns form={form} put={put} label={name} /> };
    case 'input_transcription':
      return {
        children: (
          <div className={s.pair}>
            {form.output !== 'transcript' && (
              <TextField
                value={form.transcriptionModel}
                onValueChange={(transcriptionModel) => put({ transcriptionModel })}
                aria-label={t.transcriptionModel}
                mono
              />
            )}
            <TextField
              value={form.transcriptionLanguage}
              onValueChange={(transcriptionLanguage) => put({ transcriptionLanguage })}
              aria-label={t.language}
              placeholder={t.language}
            />
          </div>
        ),
      };
    case 'tools':
      return { children: <SessionTools form={form} put={put} /> };
    default:
      return input ?? {};
  }
}

const custom = 'custom';

interface VoiceChoiceProps {
  voice: string;
  onVoiceChange: (voice: string) => void;
  label: string;
}

/** A known voice, or any other name. */
export function VoiceChoice({ voice, onVoiceChange, label }: VoiceChoiceProps) {
  const t = useStrings().realtime.parameters;
  const known = knownVoices.find((name) => name === voice);
  return (
    <div className={s.voice}>
      <Select
        value={known ?? custom}
        onValueChange={(next) => onVoiceChange(next === custom ? '' : next)}
        options={[
          ...knownVoices.map((name) => ({ value: name as string, label: name as string })),
          { value: custom, label: t.customVoice },
        ]}
        label={label}
        mono
        width="100%"
      />
      {!known && (
        <TextField
          value={voice}
          onValueChange={onVoiceChange}
          aria-label={t.customVoice}
          placeholder={t.voiceName}
          mono
        />
      )}
    </div>
  );
}

interface SettingProps {
  form: SessionForm;
  put: (change: Partial<SessionForm>) => void;
}

/** The tools of the session: function tools with templates and automatic outputs, and others as JSON. */
function SessionTools({ form, put }: SettingProps) {
  const t = useStrings().realtime.parameters;
  const [showsJson, setShowsJson] = useState(false);
  return (
    <>
      <ToolsEditor
        tools={form.tools}
        onChange={(tools) => put({ tools })}
        create={({ name, description, parameters, output }) => ({
          ...{ name, description, parameters, output: output || null },
        })}
        more={[{ kind: 'separator', id: 'others' }, menuAction('json', t.otherTools, () => setShowsJson(true))]}
        detail={(tool, onChange) => (
          <>
            <Switch
              checked={tool.output !== null}
              onCheckedChange={(on) => onChange({ output: on ? '{}' : null })}
              label={t.automatic}
            />
            {tool.output !== null && (
              <TextArea
                value={tool.output}
                onValueChange={(output) => onChange({ output })}
                aria-label={t.automaticOutput}
                mono
                minRows={2}
                maxRows={8}
                spellCheck={false}
              />
            )}
          </>
        )}
      />
      {(showsJson || form.otherTools !== '') && (
        <TextArea
          value={form.otherTools}
          onValueChange={(otherTools) => put({ otherTools })}
          aria-label={t.otherTools}
          placeholder={t.otherTools}
          mono
          minRows={2}
          maxRows={10}
          spellCheck={false}
        />
      )}
    </>
  );
}

/** How turns are detected, and the numbers of that. */
function Turns({ form, put, label }: SettingProps & { label: string }) {
  const t = useStrings().realtime.parameters;
  const number = (
    name: string,
    field: 'threshold' | 'prefixMs' | 'silenceMs',
    empty: number,
    range: { max: number; step: number; unit?: string },
  ) => (
    <div>
      <span>{name}</span>
      <NumberField
        {...range}
        value={form[field]}
        onValueChange={(next) => put({ [field]: next ?? empty })}
        min={0}
        label={name}
      />
    </div>
  );
  const milliseconds = { max: 10_000, step: 50, unit: 'ms' };
  return (
    <>
      <Segmented
        value={form.turns}
        onValueChange={(turns) => put({ turns })}
        options={turnKinds.map((value) => ({ value, label: t.turnKinds[value] }))}
        label={label}
        stretch
      />
      {form.turns === 'semantic-vad' && (
        <div className={s.numbers}>
          <div>
            <span>{t.eagerness}</span>
            <Choice
              value={form.eagerness}
              onValueChange={(eagerness) => put({ eagerness })}
              options={['auto', 'low', 'medium', 'high']}
              label={t.eagerness}
            />
          </div>
        </div>
      )}
      {form.turns === 'server-vad' && (
        <div className={s.numbers}>
          {number(t.threshold, 'threshold', 0.5, { max: 1, step: 0.05 })}
          {number(t.prefix, 'prefixMs', 300, milliseconds)}
          {number(t.silence, 'silenceMs', 500, milliseconds)}
        </div>
      )}
    </>
  );
}
