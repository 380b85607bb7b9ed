import type { DraftInput, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Language } from '#shared/contract/language.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import { isRefusedAsPlanned } from '../../store/records/planned-refusal.ts';
import { sentenceOf } from '../../verdict/verdict-sentence.ts';

/**
 * What a record shows of itself, without what only the core needs.
 *
 * @param draft the draft it was made from, whole.
 * @param language of its verdict.
 */
export function detailOf(facts: RecordedExchange, draft: DraftInput | null, language: Language): ExchangeDetail {
  const { streamAsked: _streamAsked, ...detail } = facts;
  return {
    ...detail,
    refusedAsPlanned: isRefusedAsPlanned(facts),
    warningCount: facts.warnings.length,
    firstWarning: facts.warnings[0]?.code ?? null,
    verdict: sentenceOf(facts, language),
    draft,
  };
}
