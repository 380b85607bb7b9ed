import type { Part } from '#shared/protocol/part.ts';
import type { RankCall } from './rank-set.ts';

export const newCall = (of: Pick<RankCall, 'slot' | 'model' | 'sent' | 'topN' | 'state'>): RankCall => ({
  ...of,
  results: [],
  strayed: [],
  repeated: [],
  exchangeId: null,
  sentFlag: null,
  failure: null,
  warnings: [],
  tokens: null,
  ms: null,
});

/** Reads one part into a call. Results that name no document, or one twice, are told apart and not lost silently. */
export function foldCall(call: RankCall, part: Part): RankCall {
  switch (part.type) {
    case 'run-start':
      return { ...call, state: 'running', exchangeId: part.exchangeId };
    case 'ranking':
      return { ...call, ...placed(part.results, call.sent) };
    case 'usage-report':
      return { ...call, tokens: part.inputTokens ?? part.totalTokens };
    case 'warning':
      return { ...call, warnings: [...call.warnings, part.message] };
    case 'run-end':
      return {
        ...call,
        state: part.state === 'done-with-warnings' ? 'done' : part.state,
        sentFlag: part.sent,
        failure: part.error && { ...part.error, exchangeId: part.error.exchangeId ?? part.exchangeId },
        ms: part.timeline.endMs,
      };
    default:
      return call;
  }
}

/** Results by place instead of by index in the request; the best of several results of one document counts. */
function placed(
  results: readonly { index: number; score: number | null }[],
  sent: readonly number[],
): Pick<RankCall, 'results' | 'strayed' | 'repeated'> {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  const strayed: number[] = [];
  const kept: RankCall['results'] = [];
  for (const { index, score } of results) {
    const place = sent[index];
    if (place === undefined) strayed.push(index);
    else if (seen.has(place)) repeated.add(place);
    else {
      seen.add(place);
      kept.push({ place, score });
    }
  }
  return { results: kept, strayed, repeated: [...repeated] };
}
