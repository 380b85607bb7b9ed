import type { LearnedLimit } from '#shared/contract/limits.ts';
import { parameterInput } from '../../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../../lib/gateway/parameters/parameter-list.tsx';
import type { ParameterItem } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { isPlainVoice, maxCharacters, speakControls } from '../../../lib/generation/speak-settings.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { updateSpeak, useForm } from '../form.ts';

type SpeakField = keyof typeof speakControls;

/** Parameters of a speech request. */
export function SpeakFields({ limits }: { limits: readonly LearnedLimit[] }) {
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
