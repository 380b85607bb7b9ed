import type { DraftInput, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { RecordedExchange } from '../store/exchange-recording.ts';
import { sentenceOf } from './verdict-sentence.ts';

/**
 * What a record shows of itself, without what only the core needs.
 *
 * @param draft the draft it was made from, whole.
 */
export function detailOf(facts: RecordedExchange, draft: DraftInput | null): ExchangeDetail {
  const { streamAsked: _streamAsked, ...detail } = facts;
  return {
    ...detail,
    warningCount: facts.warnings.length,
    firstWarning: facts.warnings[0]?.code ?? null,
    verdict: sentenceOf(facts),
    draft,
  };
}
