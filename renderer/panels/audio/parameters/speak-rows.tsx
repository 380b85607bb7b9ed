import type { ReactNode } from 'react';
import { useStrings } from '../../../lib/strings.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { ParamRow } from '../../../ui/param-row.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { SliderNumber } from '../../../ui/slider-number.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { putSpeak, useDesk } from '../desk.ts';
import { isPlainVoice, mostCharacters, speakFormats } from '../model/speak-settings.ts';

/** Parameters of a speech. */
export function SpeakRows({ limitOf }: { limitOf: (field: string) => ReactNode }) {
  const t = useStrings().audio.parameters;
  const { speak, speakModel, rawRate } = useDesk();
  const { response_format: format, speed, instructions, stream_format: stream } = speak;
  const isPlain = isPlainVoice(speakModel);
  const hint = (field: keyof typeof t.speakHints) => (
    <>
      {t.speakHints[field]} {limitOf(field)}
    </>
  );
  const isTooLong = instructions.value.length > mostCharacters;
  return (
    <>
      <ParamRow
        name="response_format"
        sent={format.on}
        onSentChange={(on) => putSpeak({ response_format: { ...format, on } })}
        notSentText={t.notSent}
        hint={hint('response_format')}
      >
        <Select
          label="response_format"
          mono
          width="100%"
          value={format.value}
          onValueChange={(value) => putSpeak({ response_format: { on: true, value } })}
          options={speakFormats.map((value) => ({ value, label: value }))}
        />
        {format.on && format.value === 'pcm' && (
          <Field label={t.rawRate} hint={t.rawRateHint}>
            <NumberField
              value={rawRate}
              min={4000}
              max={192_000}
              step={1000}
              unit="Hz"
              onValueChange={(value) => value !== null && useDesk.setState({ rawRate: value })}
            />
          </Field>
        )}
      </ParamRow>
      <ParamRow
        name="speed"
        sent={speed.on}
        onSentChange={(on) => putSpeak({ speed: { ...speed, on } })}
        notSentText={t.notSent}
        hint={hint('speed')}
      >
        <SliderNumber
          label="speed"
          min={0.25}
          max={4}
          step={0.05}
          value={speed.value}
          onValueChange={(value) => putSpeak({ speed: { on: true, value } })}
        />
      </ParamRow>
      <ParamRow
        name="instructions"
        sent={instructions.on}
        onSentChange={(on) => putSpeak({ instructions: { ...instructions, on } })}
        notSentText={t.notSent}
        hint={hint('instructions')}
        {...(instructions.on && isPlain
          ? { error: t.mismatches['plain-voice'] }
          : isTooLong
            ? { error: t.tooLong(mostCharacters) }
            : {})}
      >
        <TextArea
          aria-label="instructions"
          minRows={2}
          maxRows={8}
          value={instructions.value}
          placeholder={t.instructionsPlaceholder}
          onValueChange={(value) => putSpeak({ instructions: { on: value !== '', value } })}
        />
      </ParamRow>
      <ParamRow
        name="stream_format"
        sent={stream.on}
        onSentChange={(on) => putSpeak({ stream_format: { ...stream, on } })}
        notSentText={t.notSent}
        hint={hint('stream_format')}
        {...(stream.on && stream.value === 'sse' && isPlain ? { error: t.mismatches['plain-voice'] } : {})}
      >
        <Segmented
          label="stream_format"
          stretch
          value={stream.value}
          onValueChange={(value) => putSpeak({ stream_format: { on: true, value } })}
          options={[
            { value: 'audio', label: 'audio' },
            { value: 'sse', label: 'sse' },
          ]}
        />
      </ParamRow>
    </>
  );
}
