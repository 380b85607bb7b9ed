import { AudioLines, Columns3 } from 'lucide-react';
import { useEffect } from 'react';
import { EstimateAll } from '../../../lib/cost/estimate.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { maxCharacters } from '../../../lib/generation/speak-settings.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { firstBlocker } from '../../../lib/runs/send-blocker.ts';
import { PromptMenu } from '../../../lib/saved/prompt-menu.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { audioStore, useSelectedSender, useShown } from '../audio.ts';
import { useForm } from '../form.ts';
import { isRunning } from '../model/audio-document.ts';
import { AudioOriginLine, GoButton, useAudioOrigin } from '../send-controls.tsx';
import { stopArriving } from './arriving.ts';
import s from './speak.module.css';
import { compareSpeech, speakText } from './speak-text.ts';
import { TakeList } from './take-list.tsx';
import { VoiceChoice } from './voices.tsx';

/** A text, a voice, and each speech generated from it. */
export function SpeakStage() {
  const { audio: t, pieces } = useStrings();
  const { connection, key } = useActive();
  const { text, voices, speakModel, speak, playAtOnce } = useForm();
  const document = useShown('speak');
  const sender = useSelectedSender();
  const running = document ? isRunning(document) : false;
  const { mustChoose } = useAudioOrigin(document);
  const blocker = firstBlocker([
    [!sender, t.needs.connection, { place: 'key' }],
    [mustChoose, pieces.origin.needsChoice, { place: 'origin' }],
    [speakModel === '', t.needs.model, { place: 'model' }],
    [text.trim() === '', t.needs.text, { place: 'prompt' }],
    [voices.length === 0, t.needs.voice, { place: 'voices' }],
    [
      speak.instructions.on && speak.instructions.value.trim() === '',
      t.needs.value('instructions'),
      { parameter: 'instructions' },
    ],
  ]);
  const go = () => {
    if (sender) speakText(sender, document ?? null);
  };
  useEffect(() => stopArriving, []);
  return (
    <div className={s.stage}>
      <AudioOriginLine document={document} panel="audio.speak" />
      <section className={s.composer} aria-label={t.speak.title}>
        <TextArea
          aria-label={t.speak.text}
          data-place="prompt"
          minRows={3}
          maxRows={14}
          value={text}
          placeholder={t.speak.placeholder}
          onValueChange={(next) => useForm.setState({ text: next })}
        />
        <VoiceChoice
          label={t.speak.voice}
          sender={sender}
          selected={voices}
          onSelectedChange={(next) => useForm.setState({ voices: next })}
        />
        <div className={s.line}>
          <PromptMenu text={text} onText={(next) => useForm.setState({ text: next })} />
          <IconButton
            label={pieces.models.compareWith}
            icon={<Icon of={Columns3} />}
            disabled={speakModel === ''}
            onClick={() => compareSpeech(connection?.id, key?.id)}
          />
          <Badge intent={text.length > maxCharacters ? 'bad' : text.length > maxCharacters * 0.9 ? 'warn' : 'neutral'}>
            {t.speak.characters(formatNumber(text.length), formatNumber(maxCharacters))}
          </Badge>
          {text.length > maxCharacters && <span className={s.quiet}>{t.speak.tooLong}</span>}
          <span className={s.quiet}>
            <EstimateAll
              alone
              connectionId={connection?.id}
              requests={voices.map(() => ({
                model: speakModel,
                billed: { usage: null, characters: [...text].length },
              }))}
            />
          </span>
          <div className="ends">
            <Switch
              checked={playAtOnce}
              onCheckedChange={(next) => useForm.setState({ playAtOnce: next })}
              label={t.speak.playAtOnce}
            />
            <GoButton
              label={voices.length > 1 ? t.speak.speakVoices(voices.length) : t.speak.speak}
              title={t.speak.speak}
              blocker={blocker}
              onGo={go}
              onStop={running && document ? () => audioStore().stop(document.id) : undefined}
            />
          </div>
        </div>
      </section>
      {document === undefined ? (
        <p className={s.pad} role="status">
          {t.listen.opening}
        </p>
      ) : document === null || document.takes.length === 0 ? (
        <div>
          <EmptyState
            title={t.speak.emptyTitle}
            level={2}
            icon={<Icon of={AudioLines} />}
            actions={
              text.trim() === '' && (
                <Button onClick={() => useForm.setState({ text: t.speak.example })}>{t.speak.useExample}</Button>
              )
            }
          >
            {t.speak.empty}
          </EmptyState>
        </div>
      ) : (
        <TakeList documentId={document.id} takes={document.takes} />
      )}
    </div>
  );
}
