import type { LearnedLimit } from '#shared/contract/limits.ts';
import { ParameterRow } from '../../../lib/gateway/models/parameter-row.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice } from '../../../ui/fields/select.tsx';
import { SliderNumber } from '../../../ui/fields/slider.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { updateSpeak, useForm } from '../form.ts';
import { isPlainVoice, maxCharacters, speakFormats } from '../model/speak-settings.ts';

/** Parameters of a speech request. */
export function SpeakRows({ limits }: { limits: readonly LearnedLimit[] }) {
  const t = useStrings().audio.parameters;
  const { speak, speakModel, rawRate } = useForm();
  const { response_format: format, speed, instructions, stream_format: stream } = speak;
  const isPlain = isPlainVoice(speakModel);
  const isTooLong = instructions.value.length > maxCharacters;
  return (
    <>
      <ParameterRow
        name="response_format"
        sent={format.on}
        onSentChange={(on) => updateSpeak({ response_format: { ...format, on } })}
        hint={t.speakHints.response_format}
        limits={limits}
      >
        <Choice
          label="response_format"
          value={format.value}
          onValueChange={(value) => updateSpeak({ response_format: { on: true, value } })}
          options={speakFormats}
        />
        {format.on && format.value === 'pcm' && (
          <Field label={t.rawRate} hint={t.rawRateHint}>
            <NumberField
              value={rawRate}
              min={4000}
              max={192_000}
              step={1000}
              unit="Hz"
              onValueChange={(value) => value !== null && useForm.setState({ rawRate: value })}
            />
          </Field>
        )}
      </ParameterRow>
      <ParameterRow
        name="speed"
        sent={speed.on}
        onSentChange={(on) => updateSpeak({ speed: { ...speed, on } })}
        hint={t.speakHints.speed}
        limits={limits}
      >
        <SliderNumber
          label="speed"
          min={0.25}
          max={4}
          step={0.05}
          value={speed.value}
          onValueChange={(value) => updateSpeak({ speed: { on: true, value } })}
        />
      </ParameterRow>
      <ParameterRow
        name="instructions"
        sent={instructions.on}
        onSentChange={(on) => updateSpeak({ instructions: { ...instructions, on } })}
        hint={t.speakHints.instructions}
        limits={limits}
        error={
          instructions.on && isPlain ? t.mismatches['plain-voice'] : isTooLong ? t.tooLong(maxCharacters) : undefined
        }
      >
        <TextArea
          aria-label="instructions"
          minRows={2}
          maxRows={8}
          value={instructions.value}
          placeholder={t.instructionsPlaceholder}
          onValueChange={(value) => updateSpeak({ instructions: { on: value !== '', value } })}
        />
      </ParameterRow>
      <ParameterRow
        name="stream_format"
        sent={stream.on}
        onSentChange={(on) => updateSpeak({ stream_format: { ...stream, on } })}
        hint={t.speakHints.stream_format}
        limits={limits}
        error={stream.on && stream.value === 'sse' && isPlain ? t.mismatches['plain-voice'] : undefined}
      >
        <Choice
          label="stream_format"
          value={stream.value}
          onValueChange={(value) => updateSpeak({ stream_format: { on: true, value } })}
          options={['audio', 'sse']}
        />
      </ParameterRow>
    </>
  );
}
