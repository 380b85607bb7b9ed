import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import type { Retrieval } from '../model/rank-set.ts';
import { intentOf } from './call-line.tsx';
import s from './result.module.css';
import { WireButton } from './wire-button.tsx';

/** The first stage: how many were taken of all, and what the embeddings cost. @param total documents of the outcome. */
export function RetrievalLine({ retrieval, total }: { retrieval: Retrieval; total: number }) {
  const t = useStrings().rerank;
  const { state, model, taken, calls, settled, tokens, ms, exchangeId } = retrieval;
  return (
    <div className={s.line}>
      <span className={s.letter}>{t.call.retrieval}</span>
      <span className="mono cut-text">{model}</span>
      <Badge intent={intentOf[state]} dot={state === 'running'}>
        {t.state[state]}
      </Badge>
      {state === 'running' && <span role="status">{t.running.retrieving(settled, total + 1)}</span>}
      {taken.length > 0 && <span className="num">{t.call.took(taken.length, total)}</span>}
      {calls > 0 && <span className="num">{t.call.retrievalCost(calls)}</span>}
      {tokens !== null && <span className="num">{t.call.tokens(Math.round(tokens))}</span>}
      {ms !== null && <span className="num">{formatMs(ms)}</span>}
      <span className={s.space} />
      <WireButton model={model} exchangeId={exchangeId} />
    </div>
  );
}
