import type { ConnectionLight } from '#shared/contract/connections.ts';
import type { ModelList } from '#shared/contract/models.ts';
import type { Failure } from '#shared/routes/failure.ts';
import { useModels } from './model-list.ts';
import { useAsk } from './query.ts';

/** What is known of a connection. `partly`: it answers, and refused to list its models, or some of them. */
export interface Health {
  state: 'unknown' | 'asking' | 'ok' | 'partly' | 'failed';
  /** From the request to the answer's headers, of the newest answer. */
  latencyMs: number | null;
  /** How many exchanges in a row did not reach an answer. */
  failures: number;
  models: number;
  asOf: number | null;
  failure: Failure | null;
  /** The exchange that proves it. */
  exchangeId: string | null;
}

/** The light of a connection: what its recorded exchanges say, never a guess. */
export function useHealth(connectionId: string | undefined, keyId?: string): Health {
  const lights = useAsk('connections', 'lights', {});
  const list = useModels(connectionId, keyId);
  return healthOf(
    lights.data?.find((light) => light.connectionId === connectionId),
    list.data,
  );
}

const states = { untried: 'unknown', connecting: 'asking', failing: 'failed', connected: 'ok' } as const;

export function healthOf(light: ConnectionLight | undefined, list: ModelList | undefined): Health {
  // An empty listing is an answer: nothing is wrong with the connection.
  const refusal = list?.failures.find(({ code }) => code !== 'empty') ?? null;
  const state = light ? states[light.state] : 'unknown';
  const isPartly = state === 'ok' && refusal !== null;
  return {
    state: isPartly ? 'partly' : state,
    latencyMs: light?.latencyMs ?? null,
    failures: light?.failures ?? 0,
    models: list?.models.length ?? 0,
    asOf: list?.asOf ?? null,
    failure: state === 'failed' ? (light?.failure ?? null) : isPartly ? refusal : null,
    exchangeId: state === 'failed' ? (light?.exchangeId ?? null) : (refusal?.exchangeId ?? null),
  };
}
