import { OriginLine } from '../../lib/gateway/origin/origin-line.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { rankStore } from './rerank.ts';
import { useHome } from './use-rank.ts';
import s from './work.module.css';

/** What prevents ranking: the set was ranked elsewhere, or sending was refused. */
export function SendingNotes({ reason }: { reason: string | undefined }) {
  const { origin, mustChoose } = useHome();
  if (reason === undefined && !mustChoose) return null;
  return (
    <div className={s.notes}>
      {origin && mustChoose && (
        <OriginLine panel="rerank" origin={origin} onUseHere={(place) => rankStore().moveTo(place)} />
      )}
      {reason !== undefined && <Note intent="warn">{reason}</Note>}
    </div>
  );
}
