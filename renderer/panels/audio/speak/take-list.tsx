import { Activity, Download, Square, TextInitial, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { CostFact } from '../../../lib/cost/cost-fact.tsx';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { isRaw } from '../../../lib/media/stored-audio.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { clockOf } from '../clock-of.ts';
import { BestDot } from '../errors.tsx';
import { isSuccessful, type Take } from '../model/audio-document.ts';
import { GrowingWave, PlayButton, PlayClock, SpeedMenu, Wave } from '../player.tsx';
import { arriving, stopArriving } from './arriving.ts';
import s from './speak.module.css';
import { measureTake, removeTake, transcribeTake } from './speak-text.ts';
import { TakeNotes } from './take-notes.tsx';

interface TakeListProps {
  documentId: string;
  takes: readonly Take[];
}

/** The takes of a text as rows that can be compared: those of the newest press of Generate first. */
export function TakeList({ documentId, takes }: TakeListProps) {
  const t = useStrings().audio.speak;
  const numbered = takes.map((take, at) => ({ take, number: at + 1, batch: take.batch ?? take.id }));
  const batches = [...new Set(numbered.map(({ batch }) => batch))].reverse();
  const firsts = takes.flatMap(({ call }) =>
    isSuccessful(call) && call.firstSoundMs !== null ? [call.firstSoundMs] : [],
  );
  const fastest = firsts.length > 1 ? Math.min(...firsts) : null;
  return (
    <section className={s.takes} aria-label={t.takes}>
      <div className={s.takeHead}>
        <span>{t.voice}</span>
        <span className={s.speed}>
          <SpeedMenu />
        </span>
        <span className={s.number}>{t.firstSound}</span>
        <span className={s.number}>{t.length}</span>
        <span className={s.number}>{t.size}</span>
      </div>
      {batches.flatMap((batch) =>
        numbered
          .filter((each) => each.batch === batch)
          .map(({ take, number }) => (
            <TakeRow
              key={take.id}
              documentId={documentId}
              take={take}
              number={number}
              isFastest={fastest !== null && take.call.firstSoundMs === fastest}
            />
          )),
      )}
    </section>
  );
}

interface TakeRowProps {
  documentId: string;
  take: Take;
  /** Position among the takes of its text, from 1. */
  number: number;
  /** Its audio began first of all. */
  isFastest: boolean;
}

/** One take: played while it arrives, then replayed, saved, or shown with the reason it failed. */
function TakeRow({ documentId, take, number, isFastest }: TakeRowProps) {
  const t = useStrings().audio;
  const { call, settings, duration } = take;
  const { file } = call;
  const isDone = call.state !== 'running' && call.state !== 'waiting';
  const needsMeasure = isDone && call.file !== null && duration === null && take.examined === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once, when it is complete
  useEffect(() => {
    if (needsMeasure) void measureTake(documentId, take);
  }, [needsMeasure]);
  const name = t.speak.take(number, settings.voice);
  return (
    <article className={s.take} aria-label={name}>
      <div className={s.takeLine} {...dragOut(file)}>
        <div className={s.takeName}>
          <h2 className="cut-text">{settings.voice}</h2>
          <span className={s.quiet}>
            <span className="mono-s">{call.model}</span>
          </span>
          {isDone && (
            <div>
              <CostFact exchangeIds={[call.exchangeId]} />
            </div>
          )}
        </div>
        <TakePlayer take={take} name={name} />
        <span className={s.number}>
          {isFastest && <BestDot />}
          {call.firstSoundMs !== null && formatMs(call.firstSoundMs)}
        </span>
        <span className={s.number}>{duration ? formatMs(duration * 1000) : ''}</span>
        <span className={s.number}>
          {file && formatBytes(file.sizeBytes)}
          <span className={s.type}>{file?.type}</span>
        </span>
        <TakeActions documentId={documentId} take={take} number={number} isDone={isDone} />
      </div>
      <TakeNotes documentId={documentId} take={take} isDone={isDone} />
    </article>
  );
}

/** The audio as it arrives, the player, or the state while there is no audio yet. */
function TakePlayer({ take, name }: { take: Take; name: string }) {
  const t = useStrings().audio;
  const { call, duration, peaks } = take;
  const live = useStore(arriving, (state) => (state.callId === call.id ? state : null));
  /** Raw samples are played once they have a header. */
  const played = take.wrapped ?? (call.mediaType !== null && isRaw(call.mediaType) ? null : call.file);
  const isDone = call.state !== 'running' && call.state !== 'waiting';
  if (live)
    return (
      <div className={s.takePlayer}>
        <IconButton
          intent="plain"
          label={t.speak.silence}
          icon={<Icon of={Square} size="s" />}
          onClick={stopArriving}
        />
        <GrowingWave
          peaks={live.peaks}
          share={live.seconds > 0 ? live.played / live.seconds : 0}
          label={t.speak.arriving}
        />
        <span className="mono-s" role="status" aria-label={t.speak.arriving}>
          {clockOf(live.played, true)}
        </span>
      </div>
    );
  if (played && isDone)
    return (
      <div className={s.takePlayer}>
        <PlayButton fileId={played.id} name={name} />
        {duration ? <Wave fileId={played.id} peaks={peaks} duration={duration} low /> : <span className="space" />}
        <PlayClock fileId={played.id} duration={null} />
      </div>
    );
  return (
    <div className={s.takePlayer}>
      {isDone ? (
        <StateBadge state={call.state} />
      ) : (
        <p className={s.quiet} role="status">
          {t.run.stages[call.stage ?? 'preparing']}
        </p>
      )}
    </div>
  );
}

interface TakeActionsProps {
  documentId: string;
  take: Take;
  number: number;
  isDone: boolean;
}

function TakeActions({ documentId, take, number, isDone }: TakeActionsProps) {
  const { audio: t, pieces } = useStrings();
  const { file, exchangeId } = take.call;
  return (
    <div className={s.takeActions}>
      {isDone && file && (
        <IconButton
          label={t.speak.transcribe}
          icon={<Icon of={TextInitial} size="s" />}
          size="sm"
          onClick={() => void transcribeTake(documentId, take)}
        />
      )}
      {exchangeId && (
        <IconButton
          label={pieces.failure.wire}
          icon={<Icon of={Activity} size="s" />}
          size="sm"
          onClick={() => openWireRecord(exchangeId, 'response')}
        />
      )}
      {file && (
        <IconButton
          label={t.speak.save}
          icon={<Icon of={Download} size="s" />}
          size="sm"
          onClick={() => void saveFile(file).catch(() => toast({ intent: 'bad', title: t.speak.saveFailed }))}
        />
      )}
      {isDone && (
        <IconButton
          label={t.speak.remove(number)}
          icon={<Icon of={Trash2} size="s" />}
          size="sm"
          onClick={() => void removeTake(documentId, take.id)}
        />
      )}
    </div>
  );
}
