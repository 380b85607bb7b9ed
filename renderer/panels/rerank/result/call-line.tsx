import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { tokensOf } from '../../../lib/runs/fold-run.ts';
import type { Intent } from '../../../ui/base/intent.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import type { CallState, RankCall } from '../model/rank-set.ts';
import s from './result.module.css';
import { WireButton } from './wire-button.tsx';

export const intentOf: Record<CallState, Intent> = {
  waiting: 'neutral',
  running: 'live',
  done: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  interrupted: 'warn',
};

/** One model's request: how it stands, what it gave and cost, and the way to its record. */
export function CallLine({ call, letter }: { call: RankCall; letter: string }) {
  const t = useStrings().rerank;
  const { state, model, results, places, topN, endMs, exchangeId, warnings } = call;
  const tokens = tokensOf(call);
  return (
    <div className={s.line}>
      {letter && <span className={s.letter}>{letter}</span>}
      <span className="mono cut-text">{model}</span>
      <Badge intent={intentOf[state]} dot={state === 'running'}>
        {t.state[state]}
      </Badge>
      {state === 'waiting' && <span className={s.quiet}>{t.call.waiting}</span>}
      {results.length > 0 && (
        <span className="num">{t.call.came(results.length, Math.max(0, Math.min(topN, places.length)))}</span>
      )}
      {tokens !== null && <span className="num">{t.call.tokens(tokens)}</span>}
      {endMs !== null && <span className="num">{formatMs(endMs)}</span>}
      {warnings.length > 0 && <Badge intent="odd">{warnings[0]?.message}</Badge>}
      <span className={s.space} />
      <WireButton model={model} exchangeId={exchangeId} />
    </div>
  );
}
