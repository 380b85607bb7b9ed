import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { reportedSettings } from '../model/reported-settings.ts';
import { isLive, type LiveSession } from '../model/session-view.ts';
import { editSettings, type LiveEdits, useUnsent } from '../store.ts';
import { useSessionView } from '../use-session.ts';
import { VoiceChoice } from './setting-input.tsx';
import s from './setup.module.css';

const noEdits: LiveEdits = {};

/** Changes instructions and voice of a live session, with a `session.update` of their own. */
export function LiveSettings({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.live;
  const { stages } = useStrings().realtime;
  const blocked = useSessionView(session, (view) => (isLive(view) ? null : stages[view.stage]));
  const inForce = reportedSettings(useSessionView(session, (view) => view.configured));
  const isVoiceFixed = useSessionView(session, (view) => view.hasOutputAudio);
  const edited = useUnsent(({ settings }) => settings[session.id]) ?? noEdits;
  const instructions = edited.instructions ?? inForce.instructions ?? '';
  const voice = edited.voice ?? inForce.voice ?? '';
  const changed = {
    ...(instructions !== (inForce.instructions ?? '') && { instructions }),
    ...(!isVoiceFixed && voice.trim() !== '' && voice !== inForce.voice && { voice: voice.trim() }),
  };
  const isSame = Object.keys(changed).length === 0;
  const send = () => {
    // An edited value stays until the gateway has confirmed it.
    if (!isSame) session.act({ kind: 'settings', settings: changed });
  };
  return (
    <section className={`${s.section} ${s.bench}`}>
      <h2>{t.title}</h2>
      <Field label={t.instructions}>
        <TextArea
          value={instructions}
          onValueChange={(next) => editSettings(session.id, { ...edited, instructions: next })}
          minRows={2}
          maxRows={10}
        />
      </Field>
      <Field label={t.voice} hint={isVoiceFixed ? t.voiceFixed : undefined}>
        {isVoiceFixed ? (
          <span className="mono">{inForce.voice ?? t.unknownVoice}</span>
        ) : (
          <VoiceChoice
            voice={voice}
            onVoiceChange={(next) => editSettings(session.id, { ...edited, voice: next })}
            label={t.voice}
          />
        )}
      </Field>
      <Button size="sm" disabledReason={blocked ?? (isSame ? t.unchanged : undefined)} onClick={send}>
        {t.send}
      </Button>
    </section>
  );
}
