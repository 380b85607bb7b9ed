import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../lib/gateway/parameters/parameter-list.tsx';
import type { ParameterItem } from '../../lib/gateway/parameters/parameter-row.tsx';
import type { PlainControl } from '../../lib/gateway/parameters/request-parameters.ts';
import { isPlainVoice, maxCharacters, speakControls } from '../../lib/generation/speak-settings.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Chip } from '../../ui/controls/chip.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { routeOf, updateSpeak, updateTranscribe, useForm } from './form.ts';
import {
  type Granularity,
  mismatchOf,
  type TranscribeField,
  transcribeFamilyOf,
  transcribeFieldsOf,
  transcribeFormats,
} from './model/transcribe-settings.ts';

/** The parameters column: selected fields are in the request. */
export function Parameters() {
  const t = useStrings().audio.parameters;
  const { connection } = useActive();
  const form = useForm();
  const isHearing = form.mode === 'hear';
  const limits = useLimits(connection?.id, routeOf(form), (isHearing ? form.hearModel : form.speakModel) || null);
  return (
    <ParamColumn title={t.title}>
      {isHearing ? <TranscribeFields limits={limits} /> : <SpeakFields limits={limits} />}
    </ParamColumn>
  );
}

const controls: Record<Exclude<TranscribeField, 'timestamp_granularities'>, PlainControl> = {
  language: { kind: 'text' },
  prompt: { kind: 'prose' },
  response_format: { kind: 'choice', options: transcribeFormats },
  temperature: { kind: 'slider', min: 0, max: 1, step: 0.1 },
  stream: { kind: 'boolean' },
  include: { kind: 'text' },
  chunking_strategy: { kind: 'text' },
};
const granularities: readonly Granularity[] = ['segment', 'word'];

/** Parameters of a transcription or translation, each with a note if the model is likely to refuse it. */
function TranscribeFields({ limits }: { limits: readonly LearnedLimit[] }) {
  const t = useStrings().audio.parameters;
  const { hear, hearModel, translate } = useForm();
  const family = transcribeFamilyOf(hearModel);
  const itemOf = (field: TranscribeField): ParameterItem => {
    const { on, value } = hear[field];
    const mismatch = mismatchOf(field, hear, family);
    return {
      name: field,
      sent: on,
      onSentChange: (next) => updateTranscribe({ [field]: { on: next, value } }),
      hint: t.hearHints[field],
      error: mismatch ? t.mismatches[mismatch] : undefined,
      ...(field === 'timestamp_granularities'
        ? { children: <Granularities /> }
        : parameterInput({
            name: field,
            control: controls[field],
            value,
            placeholder: field === 'prompt' ? t.promptPlaceholder : undefined,
            onValueChange: (next) => updateTranscribe({ [field]: { on: next !== '', value: next } }),
          })),
    };
  };
  return (
    <ParameterList key={String(translate)} parameters={transcribeFieldsOf(translate).map(itemOf)} limits={limits} />
  );
}

function Granularities() {
  const { value } = useForm(({ hear }) => hear.timestamp_granularities);
  return granularities.map((each) => (
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
  ));
}

type SpeakField = keyof typeof speakControls;

/** Parameters of a speech request. */
function SpeakFields({ limits }: { limits: readonly LearnedLimit[] }) {
  const t = useStrings().audio.parameters;
  const { speak, speakModel, rawRate } = useForm();
  const { response_format: format, instructions, stream_format: stream } = speak;
  const isPlain = isPlainVoice(speakModel);
  const errors: Partial<Record<SpeakField, string | false>> = {
    instructions:
      instructions.on && isPlain
        ? t.mismatches['plain-voice']
        : instructions.value.length > maxCharacters && t.tooLong(maxCharacters),
    stream_format: stream.on && stream.value === 'sse' && isPlain && t.mismatches['plain-voice'],
  };
  const itemOf = (field: SpeakField): ParameterItem => {
    const { on, value } = speak[field];
    return {
      name: field,
      sent: on,
      onSentChange: (next) => updateSpeak({ [field]: { on: next, value } }),
      hint: t.speakHints[field],
      error: errors[field] || undefined,
      ...parameterInput({
        name: field,
        control: speakControls[field],
        value,
        placeholder: field === 'instructions' ? t.instructionsPlaceholder : undefined,
        onValueChange: (next) => updateSpeak({ [field]: { on: next !== '', value: next } }),
      }),
      ...(field === 'response_format' &&
        format.on &&
        format.value === 'pcm' && {
          children: (
            <Field label={t.rawRate} hint={t.rawRateHint}>
              <NumberField
                value={rawRate}
                min={4000}
                max={192_000}
                step={1000}
                unit="Hz"
                onValueChange={(next) => next !== null && useForm.setState({ rawRate: next })}
              />
            </Field>
          ),
        }),
    };
  };
  return <ParameterList parameters={(Object.keys(speakControls) as SpeakField[]).map(itemOf)} limits={limits} />;
}
