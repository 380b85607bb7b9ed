import { useState } from 'react';
import { parameterInput } from '../../../lib/gateway/parameters/parameter-input.tsx';
import type { ParameterItem } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { type PlainControl, plainValue, type Setting } from '../../../lib/gateway/parameters/request-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { PromptMenu } from '../../../lib/saved/prompt-menu.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice, Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import {
  knownVoices,
  type SessionForm,
  type SessionTool,
  type SettingName,
  type TurnKind,
} from '../model/session-settings.ts';
import { useForm } from '../store.ts';
import s from './setup.module.css';

const ToolsEditor = lazyPart(
  async () => (await import('../../../lib/gateway/parameters/tools-editor.tsx')).ToolsEditor<SessionTool>,
);

const turnKinds: readonly TurnKind[] = ['server-vad', 'semantic-vad', 'manual'];

type Words = ReturnType<typeof useStrings>['realtime']['parameters'];

/** Returns what edits a setting; changing the value also turns it on. */
export function settingInput(
  name: SettingName,
  form: SessionForm,
  t: Words,
): Pick<ParameterItem, 'control' | 'children'> {
  const put = (change: Partial<SessionForm>) => useForm.setState({ ...change, sent: { ...form.sent, [name]: true } });
  const input = (control: PlainControl, value: unknown, onValueChange: (value: Setting['value']) => void) =>
    parameterInput({ name, control, value, onValueChange: (next) => onValueChange(plainValue(next)) });
  switch (name) {
    case 'instructions':
      return {
        ...input({ kind: 'prose' }, form.instructions, (next) => put({ instructions: String(next) })),
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
      return {
        children: (
          <>
            <Segmented
              value={form.turns}
              onValueChange={(turns) => put({ turns })}
              options={turnKinds.map((value) => ({ value, label: t.turnKinds[value] }))}
              label={name}
              stretch
            />
            <TurnDetails form={form} put={put} />
          </>
        ),
      };
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
    case 'noise_reduction':
      return {
        control: (
          <Choice
            value={form.noiseReduction}
            onValueChange={(noiseReduction) => put({ noiseReduction })}
            options={['near_field', 'far_field']}
            label={name}
          />
        ),
      };
    case 'audio_format':
      return {
        control: (
          <Choice
            value={form.audioFormat}
            onValueChange={(audioFormat) => put({ audioFormat })}
            options={['pcm16', 'g711_ulaw', 'g711_alaw']}
            label={name}
          />
        ),
      };
    case 'speed':
      return input({ kind: 'slider', min: 0.25, max: 1.5, step: 0.05 }, form.speed, (next) =>
        put({ speed: Number(next) }),
      );
    case 'temperature':
      return input({ kind: 'slider', min: 0.6, max: 1.2, step: 0.05 }, form.temperature, (next) =>
        put({ temperature: Number(next) }),
      );
    case 'max_output_tokens':
      return {
        control: (
          <NumberField
            value={form.maxTokens}
            onValueChange={(maxTokens) => put({ maxTokens })}
            min={1}
            max={100_000}
            placeholder={t.anyLength}
            label={name}
            width={96}
          />
        ),
      };
    case 'tools':
      return { children: <SessionTools form={form} put={put} /> };
    case 'tool_choice':
      return input({ kind: 'text' }, form.toolChoice, (next) => put({ toolChoice: String(next) }));
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

/** The tools of the session: function tools with templates and automatic outputs, and others as JSON. */
function SessionTools({ form, put }: TurnDetailsProps) {
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

interface TurnDetailsProps {
  form: SessionForm;
  put: (change: Partial<SessionForm>) => void;
}

function TurnDetails({ form, put }: TurnDetailsProps) {
  const t = useStrings().realtime.parameters;
  if (form.turns === 'manual') return null;
  if (form.turns === 'semantic-vad')
    return (
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
    );
  const milliseconds = (label: string, value: number, onValueChange: (next: number | null) => void) => (
    <div>
      <span>{label}</span>
      <NumberField value={value} onValueChange={onValueChange} min={0} max={10_000} step={50} unit="ms" label={label} />
    </div>
  );
  return (
    <div className={s.numbers}>
      <div>
        <span>{t.threshold}</span>
        <NumberField
          value={form.threshold}
          onValueChange={(next) => put({ threshold: next ?? 0.5 })}
          min={0}
          max={1}
          step={0.05}
          label={t.threshold}
        />
      </div>
      {milliseconds(t.prefix, form.prefixMs, (next) => put({ prefixMs: next ?? 300 }))}
      {milliseconds(t.silence, form.silenceMs, (next) => put({ silenceMs: next ?? 500 }))}
    </div>
  );
}
