import { useStrings } from '../../../lib/i18n/strings.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SliderNumber } from '../../../ui/fields/slider-number.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { isSent, type SessionDesk, type SettingName, type TurnKind } from '../model/session-settings.ts';
import { useDesk } from '../store.ts';
import s from './setup.module.css';

const turnKinds: readonly TurnKind[] = ['server-vad', 'semantic-vad', 'manual'];

/** The control of one setting; what it changes is ticked as well. */
export function SettingControl({ name }: { name: SettingName }) {
  const t = useStrings().realtime.parameters;
  const desk = useDesk();
  const put = (change: Partial<SessionDesk>) => useDesk.setState({ ...change, sent: { ...desk.sent, [name]: true } });
  const muted = !isSent(desk, name);
  switch (name) {
    case 'instructions':
      return (
        <TextArea
          value={desk.instructions}
          onValueChange={(instructions) => put({ instructions })}
          aria-label={name}
          minRows={2}
          maxRows={10}
        />
      );
    case 'voice':
      return <TextField value={desk.voice} onValueChange={(voice) => put({ voice })} aria-label={name} mono />;
    case 'turn_detection':
      return (
        <>
          <Segmented
            value={desk.turns}
            onValueChange={(turns) => put({ turns })}
            options={turnKinds.map((value) => ({ value, label: t.turnKinds[value] }))}
            label={name}
            stretch
          />
          <TurnDetails desk={desk} put={put} />
        </>
      );
    case 'input_transcription':
      return (
        <div className={s.pair}>
          <TextField
            value={desk.transcriptionModel}
            onValueChange={(transcriptionModel) => put({ transcriptionModel })}
            aria-label={t.transcriptionModel}
            mono
          />
          <TextField
            value={desk.transcriptionLanguage}
            onValueChange={(transcriptionLanguage) => put({ transcriptionLanguage })}
            aria-label={t.language}
            placeholder={t.language}
          />
        </div>
      );
    case 'noise_reduction':
      return (
        <Choice
          value={desk.noiseReduction}
          onValueChange={(noiseReduction) => put({ noiseReduction })}
          options={['near_field', 'far_field']}
          label={name}
        />
      );
    case 'audio_format':
      return (
        <Select
          value={desk.audioFormat}
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
          value={desk.speed}
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
          value={desk.temperature}
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
          value={desk.maxTokens}
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
          value={desk.tools}
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
        <TextField value={desk.toolChoice} onValueChange={(toolChoice) => put({ toolChoice })} aria-label={name} mono />
      );
  }
}

interface TurnDetailsProps {
  desk: SessionDesk;
  put: (change: Partial<SessionDesk>) => void;
}

function TurnDetails({ desk, put }: TurnDetailsProps) {
  const t = useStrings().realtime.parameters;
  if (desk.turns === 'manual') return null;
  if (desk.turns === 'semantic-vad')
    return (
      <Choice
        value={desk.eagerness}
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
          value={desk.threshold}
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
          value={desk.prefixMs}
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
          value={desk.silenceMs}
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
