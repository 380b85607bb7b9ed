import { Fragment } from 'react';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { holdsRanking, type Outcome, type RankCall, withPrevious } from '../model/rank-set.ts';
import { lab, useSet } from '../rerank.ts';
import { useRank } from '../use-rank.ts';
import s from './result.module.css';

/** What went wrong and what is odd, in sentences; nothing when all is well. */
export function CallTrouble({ outcome }: { outcome: Outcome }) {
  const t = useStrings().rerank.call;
  const { blocker, running, start } = useRank();
  const again = blocker || running ? [] : [{ label: t.again, onSelect: start }];
  const { retrieval, calls } = outcome;
  const lost = retrieval && retrieval.taken.length > 0 ? retrieval.cosines.filter((near) => near === null).length : 0;
  const { previous } = useSet();
  return (
    <div className={s.notes}>
      {previous && !running && !holdsRanking(outcome) && (
        <Note action={<Button onClick={() => lab().change(withPrevious)}>{t.previous}</Button>}>{t.previousKept}</Note>
      )}
      {retrieval?.failure && retrieval.state !== 'cancelled' && (
        <FailureCard failure={retrieval.failure} exchangeId={retrieval.exchangeId} actions={again} level={2} />
      )}
      {lost > 0 && <Note intent="warn">{t.noVector(lost)}</Note>}
      {calls.map((call) => (
        <Fragment key={call.slot}>
          {calls.length > 1 && call.failure && call.state !== 'cancelled' && (
            <p className={s.of}>
              {call.slot} <span className="mono">{call.model}</span>
            </p>
          )}
          {call.failure && call.state !== 'cancelled' && (
            <FailureCard
              failure={call.failure}
              exchangeId={call.exchangeId}
              sent={call.sent}
              actions={again}
              level={2}
            />
          )}
          <Irregularities call={call} outcome={outcome} />
        </Fragment>
      ))}
    </div>
  );
}

function Irregularities({ call, outcome }: { call: RankCall; outcome: Outcome }) {
  const t = useStrings().rerank.call;
  const { state, results, strayed, repeated, places, topN, failure, model } = call;
  const prefix = outcome.calls.length > 1 ? `${model}: ` : '';
  if (state !== 'done' || failure) return null;
  if (results.length === 0)
    return (
      <Note intent="odd">
        {prefix}
        {t.empty}. {t.emptyBody}
      </Note>
    );
  const asked = Math.max(0, Math.min(topN, places.length));
  const missing = asked - results.length;
  const below = places.length - asked;
  return (
    <>
      {strayed.length > 0 && (
        <Note intent="odd">
          {prefix}
          {t.strayed(strayed.slice(0, 12).join(', '))}
        </Note>
      )}
      {repeated.length > 0 && (
        <Note intent="odd">
          {prefix}
          {t.repeated(
            repeated
              .slice(0, 12)
              .map((place) => place + 1)
              .join(', '),
          )}
        </Note>
      )}
      {missing > 0 && (
        <Note intent="warn">
          {prefix}
          {t.missing(missing)}
        </Note>
      )}
      {below > 0 && (
        <Note>
          {prefix}
          {t.below(below)}
        </Note>
      )}
    </>
  );
}
