import { useStrings } from '../../../lib/i18n/strings.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import { filled, type RankDocument } from '../model/rank-set.ts';
import { topNOf } from '../model/rerank-draft.ts';
import { useSet } from '../rerank.ts';
import { useRank } from '../use-rank.ts';
import type { View } from '../view.ts';
import { Apart } from './apart.tsx';
import { Board } from './board.tsx';
import { CallLine } from './call-line.tsx';
import { CallTrouble } from './call-trouble.tsx';
import { MeasuresBar } from './measures-bar.tsx';
import s from './result.module.css';
import { RetrievalLine } from './retrieval-line.tsx';

/** The newest outcome: what each request did and cost, the orders side by side, and what they are worth. */
export function Result({ view }: { view: View }) {
  const t = useStrings().rerank;
  const set = useSet();
  const { running } = useRank();
  const { outcome } = set;
  if (!outcome) return null;
  const isChanged =
    !running &&
    (outcome.query !== set.query ||
      !sameDocuments(outcome.documents, filled(set.documents)) ||
      outcome.calls.some(
        ({ model, topN, places }, at) =>
          model !== [set.model, set.secondModel][at] ||
          (places.length > 0 && topN !== topNOf(set.parameters, places.length)),
      ) ||
      (set.secondModel !== null && outcome.calls.length === 1) ||
      set.retrieval.on !== (outcome.retrieval !== null) ||
      (outcome.retrieval !== null &&
        (set.retrieval.model !== outcome.retrieval.model || set.retrieval.k !== outcome.retrieval.k)));
  return (
    <div className={s.result}>
      <div className={s.lines}>
        {outcome.retrieval && <RetrievalLine retrieval={outcome.retrieval} total={outcome.documents.length} />}
        {outcome.calls
          .filter(({ places }) => places.length > 0)
          .map((call) => (
            <CallLine key={call.slot} call={call} letter={outcome.calls.length > 1 ? call.slot : ''} />
          ))}
      </div>
      {isChanged && (
        <div className={s.notes}>
          <Note>{t.changed}</Note>
        </div>
      )}
      <CallTrouble outcome={outcome} />
      {view === 'apart' && outcome.calls.length > 1 ? <Apart outcome={outcome} /> : <Board outcome={outcome} />}
      <MeasuresBar outcome={outcome} />
    </div>
  );
}

const sameDocuments = (ranked: readonly RankDocument[], now: readonly RankDocument[]): boolean =>
  ranked.length === now.length && ranked.every(({ id, text }, at) => now[at]?.id === id && now[at].text === text);
