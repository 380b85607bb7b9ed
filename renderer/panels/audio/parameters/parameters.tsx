import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ParameterRow } from '../../../lib/gateway/models/parameter-row.tsx';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Choice } from '../../../ui/fields/select.tsx';
import { SliderNumber } from '../../../ui/fields/slider.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { routeOf, updateTranscribe, useForm } from '../form.ts';
import {
  type Granularity,
  mismatchOf,
  type TranscribeField,
  transcribeFamilyOf,
  transcribeFieldsOf,
  transcribeFormats,
} from '../model/transcribe-settings.ts';
import s from '../panel.module.css';

const SpeakRows = lazyPart(async () => (await import('./speak-rows.tsx')).SpeakRows);

/** The parameters column: selected fields are in the request. */
export function Parameters() {
  const t = useStrings().audio.parameters;
  const { connection } = useActive();
  const form = useForm();
  const isHearing = form.mode === 'hear';
  const limits = useLimits(connection?.id, routeOf(form), (isHearing ? form.hearModel : form.speakModel) || null);
  const sent = isHearing
    ? transcribeFieldsOf(form.translate).filter((field) => form.hear[field].on).length
    : [form.speak.response_format, form.speak.speed, form.speak.instructions, form.speak.stream_format].filter(
        ({ on }) => on,
      ).length;
  return (
    <ParamColumn title={t.title} state={t.sent(sent)}>
      {isHearing ? <TranscribeRows limits={limits} /> : <SpeakRows limits={limits} />}
    </ParamColumn>
  );
}

/** Parameters of a transcription or translation, each with a note if the model is likely to refuse it. */
function TranscribeRows({ limits }: { limits: readonly LearnedLimit[] }) {
  const t = useStrings().audio.parameters;
  const { hear, hearModel, translate } = useForm();
  const family = transcribeFamilyOf(hearModel);
  return transcribeFieldsOf(translate).map((field) => {
    const mismatch = mismatchOf(field, hear, family);
    return (
      <ParameterRow
        key={field}
        name={field}
        sent={hear[field].on}
        onSentChange={(on) => updateTranscribe({ [field]: { ...hear[field], on } })}
        hint={t.hearHints[field]}
        limits={limits}
        error={mismatch ? t.mismatches[mismatch] : undefined}
      >
        <Control field={field} />
      </ParameterRow>
    );
  });
}

const granularities: readonly Granularity[] = ['segment', 'word'];

function Control({ field }: { field: TranscribeField }) {
  const t = useStrings().audio.parameters;
  const { hear } = useForm();
  switch (field) {
    case 'response_format':
      return (
        <Choice
          label={field}
          value={hear.response_format.value}
          onValueChange={(value) => updateTranscribe({ response_format: { on: true, value } })}
          options={transcribeFormats}
        />
      );
    case 'timestamp_granularities': {
      const { value } = hear.timestamp_granularities;
      return (
        <div className={s.chips}>
          {granularities.map((each) => (
            <Chip
              key={each}
              pressed={value.includes(each)}
              onPressedChange={(pressed) => {
                const next = granularities.filter((other) => (other === each ? pressed : value.includes(other)));
                updateTranscribe({ timestamp_granularities: { on: next.length > 0, value: next } });
              }}
            >
              {each}
            </Chip>
          ))}
        </div>
      );
    }
    case 'temperature':
      return (
        <SliderNumber
          label={field}
          min={0}
          max={1}
          step={0.1}
          value={hear.temperature.value}
          onValueChange={(value) => updateTranscribe({ temperature: { on: true, value } })}
        />
      );
    case 'stream':
      return (
        <Choice
          label={field}
          value={String(hear.stream.value)}
          onValueChange={(value) => updateTranscribe({ stream: { on: true, value: value === 'true' } })}
          options={['true', 'false']}
        />
      );
    case 'prompt':
      return (
        <TextArea
          aria-label={field}
          minRows={1}
          maxRows={6}
          value={hear.prompt.value}
          placeholder={t.promptPlaceholder}
          onValueChange={(value) => updateTranscribe({ prompt: { on: value !== '', value } })}
        />
      );
    default:
      return (
        <TextField
          aria-label={field}
          mono
          value={hear[field].value}
          onValueChange={(value) => updateTranscribe({ [field]: { on: value !== '', value } })}
        />
      );
  }
}
