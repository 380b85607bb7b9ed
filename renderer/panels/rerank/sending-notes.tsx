import { OriginLine } from '../../lib/gateway/origin/origin-line.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { lab } from './rerank.ts';
import { useHome } from './use-home.ts';
import s from './work.module.css';

/** What stands in the way of a ranking: it was made elsewhere, or the press was refused. */
export function SendingNotes({ said }: { said: string | undefined }) {
  const { origin, mustChoose } = useHome();
  if (said === undefined && !mustChoose) return null;
  return (
    <div className={s.notes}>
      {origin && mustChoose && <OriginLine panel="rerank" origin={origin} onUseHere={(place) => lab().moveTo(place)} />}
      {said !== undefined && <Note intent="warn">{said}</Note>}
    </div>
  );
}
