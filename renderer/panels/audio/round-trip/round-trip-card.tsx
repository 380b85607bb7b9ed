import { RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { isGood, type RoundTripRow } from '../model/audio-document.ts';
import { readSubtitles } from '../model/subtitles.ts';
import { isUnspaced, type WordStep, wordErrors } from '../model/word-errors.ts';
import { PlayButton } from '../play-button.tsx';
import s from '../speak/speak.module.css';
import { goOn, roundTripping, tryAgain } from './round-trip-text.ts';
import d from './trip.module.css';

/** What one voice said, and what was understood of it: the share of wrong words, and which. */
export function RoundTripCard({ documentId, text, row }: { documentId: string; text: string; row: RoundTripRow }) {
  const t = useStrings().audio;
  const { speak, hear, settings, hearModel } = row;
  const last = hear ?? speak;
  const played = hear?.order.kind === 'hear' ? hear.order.file : speak.file;
  const isHeard = hear !== null && isGood(hear);
  const subtitles = isHeard && hear.text.includes('-->') ? readSubtitles(hear.text) : [];
  const transcript = subtitles.length > 0 ? subtitles.map((line) => line.text).join(' ') : (hear?.text ?? '');
  const errors = useMemo(() => (isHeard ? wordErrors(text, transcript) : null), [isHeard, text, transcript]);
  const isMade = useStore(roundTripping, (roundTrip) => roundTrip.documentId === documentId);
  const isWaiting = last.state === 'waiting' || (isGood(speak) && hear === null);
  const bad = [speak, hear].find((call) => call?.failure && call.state !== 'cancelled');
  return (
    <article className={s.take} aria-label={settings.voice}>
      <header className={s.line}>
        {played && <PlayButton fileId={played.id} name={settings.voice} size="sm" />}
        <h2>{settings.voice}</h2>
        <span className={s.quiet}>{t.trip.models(speak.model, hearModel)}</span>
        {errors && errors.rate !== null ? (
          <Badge intent={errors.rate === 0 ? 'ok' : errors.rate < 0.1 ? 'warn' : 'bad'}>
            {t.trip.rate(formatRate(errors.rate * 100))}
          </Badge>
        ) : (
          <span className={s.quiet} role="status">
            {isWaiting
              ? t.states.waiting
              : hear
                ? t.trip.hearing(t.states[hear.state])
                : t.trip.speaking(t.states[speak.state])}
          </span>
        )}
        <span className={s.space} />
        {isWaiting && !isMade && (
          <Button size="sm" onClick={() => void goOn(documentId, row.id)}>
            {t.trip.goOn}
          </Button>
        )}
        {(bad || last.state === 'cancelled') && (
          <Button size="sm" icon={<Icon of={RotateCcw} size="s" />} onClick={() => void tryAgain(documentId, row)}>
            {t.trip.again}
          </Button>
        )}
        {speak.exchangeId && (
          <Button size="sm" intent="quiet" onClick={() => openWireRecord(speak.exchangeId, 'response')}>
            {t.trip.spokenWire}
          </Button>
        )}
        {hear?.exchangeId && (
          <Button size="sm" intent="quiet" onClick={() => openWireRecord(hear.exchangeId, 'response')}>
            {t.trip.heardWire}
          </Button>
        )}
      </header>
      {errors && (
        <>
          <p className={d.diff}>
            {errors.steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              <Step key={at} step={step} />
            ))}
          </p>
          <p className={s.quiet}>{t.trip.counts(errors.words, errors.changed, errors.missing, errors.added)}</p>
        </>
      )}
      {bad?.failure && <FailureCard failure={bad.failure} exchangeId={bad.exchangeId} sent={bad.sent} level={3} />}
    </article>
  );
}

function Step({ step: { kind, said, heard: transcript } }: { step: WordStep }) {
  const gap = isUnspaced(said || transcript) ? '' : ' ';
  if (kind === 'same')
    return (
      <>
        {said}
        {gap}
      </>
    );
  return (
    <>
      {said !== '' && <del className={d.said}>{said}</del>}
      {said !== '' && transcript !== '' && gap}
      {transcript !== '' && <ins className={d.heard}>{transcript}</ins>}
      {gap}
    </>
  );
}
