import type { ConnectionLight } from '#shared/contract/connections.ts';
import type { ModelList } from '#shared/contract/models.ts';
import type { Failure } from '#shared/routes/failure.ts';
import type { LedState } from '../ui/led.tsx';
import { useLink } from './client.ts';
import { useModels } from './model-list.ts';
import { useAsk } from './query.ts';

/**
 * What is known of a connection. `partly`: it answers, and refused to list its models, or some of them. `unseen`: the
 * page has no line to the core, which alone knows.
 */
export interface Health {
  state: 'unknown' | 'unseen' | 'asking' | 'ok' | 'partly' | 'failed';
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
  const hasLine = useLink(({ status }) => status === 'open');
  const health = healthOf(
    lights.data?.find((light) => light.connectionId === connectionId),
    list.data,
  );
  return hasLine ? health : unseen(health);
}

export const healthLeds: Readonly<Record<Health['state'], LedState>> = {
  unknown: 'off',
  unseen: 'off',
  asking: 'live',
  ok: 'ok',
  partly: 'warn',
  failed: 'bad',
};

/** What was last known, as no more than that. */
export const unseen = (health: Health): Health => ({
  ...health,
  state: 'unseen',
  latencyMs: null,
  failures: 0,
  failure: null,
  exchangeId: null,
});

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
