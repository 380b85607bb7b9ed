import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { ModelList } from '#shared/contract/models.ts';
import type { Failure } from '#shared/routes/failure.ts';
import { useModels } from './model-list.ts';
import { useAsk } from './query.ts';

/** What is known of a connection from its last listing. `partly`: one of its two listings failed. */
export interface Health {
  state: 'unknown' | 'asking' | 'ok' | 'partly' | 'failed';
  /** From the request to the answer's headers. */
  latencyMs: number | null;
  models: number;
  asOf: number | null;
  failure: Failure | null;
}

/** The light of a connection: derived from recorded exchanges, never from a guess. */
export function useHealth(connectionId: string | undefined, keyId?: string): Health {
  const list = useModels(connectionId, keyId);
  const exchangeId = list.data?.exchangeIds[0];
  const exchange = useAsk('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== undefined });
  return healthOf(list.data, exchange.data);
}

export function healthOf(list: ModelList | undefined, exchange: ExchangeDetail | undefined): Health {
  const models = list?.models.length ?? 0;
  const failure = list?.failures[0] ?? null;
  const state = failure ? (models > 0 && list?.asOf ? 'partly' : 'failed') : list?.asOf ? 'ok' : 'unknown';
  return {
    state,
    latencyMs: exchange?.timeline.headersMs ?? exchange?.timeline.endMs ?? null,
    models,
    asOf: list?.asOf ?? null,
    failure,
  };
}
