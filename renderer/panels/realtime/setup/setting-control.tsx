import { useStrings } from '../../../lib/i18n/strings.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice, Select } from '../../../ui/fields/select.tsx';
import { SliderNumber } from '../../../ui/fields/slider.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { isSent, type SessionForm, type SettingName, type TurnKind } from '../model/session-settings.ts';
import { useForm } from '../store.ts';
import s from './setup.module.css';

const turnKinds: readonly TurnKind[] = ['server-vad', 'semantic-vad', 'manual'];

/** The control of one setting; changing the value also turns it on. */
export function SettingControl({ name }: { name: SettingName }) {
  const t = useStrings().realtime.parameters;
  const form = useForm();
  const put = (change: Partial<SessionForm>) => useForm.setState({ ...change, sent: { ...form.sent, [name]: true } });
  const muted = !isSent(form, name);
  switch (name) {
    case 'instructions':
      return (
        <TextArea
          value={form.instructions}
          onValueChange={(instructions) => put({ instructions })}
          aria-label={name}
          minRows={2}
          maxRows={10}
        />
      );
    case 'voice':
      return <TextField value={form.voice} onValueChange={(voice) => put({ voice })} aria-label={name} mono />;
    case 'turn_detection':
      return (
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
      );
    case 'input_transcription':
      return (
        <div className={s.pair}>
          <TextField
            value={form.transcriptionModel}
            onValueChange={(transcriptionModel) => put({ transcriptionModel })}
            aria-label={t.transcriptionModel}
            mono
          />
          <TextField
            value={form.transcriptionLanguage}
            onValueChange={(transcriptionLanguage) => put({ transcriptionLanguage })}
            aria-label={t.language}
            placeholder={t.language}
          />
        </div>
      );
    case 'noise_reduction':
      return (
        <Choice
          value={form.noiseReduction}
          onValueChange={(noiseReduction) => put({ noiseReduction })}
          options={['near_field', 'far_field']}
          label={name}
        />
      );
    case 'audio_format':
      return (
        <Select
          value={form.audioFormat}
          onValueChange={(audioFormat) => put({ audioFormat })}
          options={[
            { value: 'pcm16', label: 'pcm16' },
            { value: 'g711_ulaw', label: 'g711_ulaw' },
            { value: 'g711_alaw', label: 'g711_alaw' },
          ]}
          label={name}
          mono
          width="100%"
        />
      );
    case 'speed':
      return (
        <SliderNumber
          value={form.speed}
          onValueChange={(speed) => put({ speed })}
          min={0.25}
          max={1.5}
          step={0.05}
          label={name}
          muted={muted}
        />
      );
    case 'temperature':
      return (
        <SliderNumber
          value={form.temperature}
          onValueChange={(temperature) => put({ temperature })}
          min={0.6}
          max={1.2}
          step={0.05}
          label={name}
          muted={muted}
        />
      );
    case 'max_output_tokens':
      return (
        <NumberField
          value={form.maxTokens}
          onValueChange={(maxTokens) => put({ maxTokens })}
          min={1}
          max={100_000}
          placeholder={t.anyLength}
          label={name}
          width="100%"
        />
      );
    case 'tools':
      return (
        <TextArea
          value={form.tools}
          onValueChange={(tools) => put({ tools })}
          aria-label={name}
          mono
          minRows={1}
          maxRows={12}
          spellCheck={false}
        />
      );
    case 'tool_choice':
      return (
        <TextField value={form.toolChoice} onValueChange={(toolChoice) => put({ toolChoice })} aria-label={name} mono />
      );
  }
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
      <Choice
        value={form.eagerness}
        onValueChange={(eagerness) => put({ eagerness })}
        options={['auto', 'low', 'medium', 'high']}
        label={t.eagerness}
      />
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
      <div>
        <span>{t.prefix}</span>
        <NumberField
          value={form.prefixMs}
          onValueChange={(next) => put({ prefixMs: next ?? 300 })}
          min={0}
          max={10_000}
          step={50}
          unit="ms"
          label={t.prefix}
        />
      </div>
      <div>
        <span>{t.silence}</span>
        <NumberField
          value={form.silenceMs}
          onValueChange={(next) => put({ silenceMs: next ?? 500 })}
          min={0}
          max={10_000}
          step={50}
          unit="ms"
          label={t.silence}
        />
      </div>
    </div>
  );
}
