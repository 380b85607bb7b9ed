import type { ConnectionLight } from '#shared/contract/connections.ts';
import type { ModelList, SurfaceListing } from '#shared/contract/models.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { LedState } from '../../../ui/feedback/led.tsx';
import { useRpcConnection } from '../../client/client.ts';
import { useCall } from '../../client/query.ts';
import { useModels } from '../models/model-list.ts';

/**
 * What is known of a connection. `partly`: it responds, but one of the lists that it should have failed. `refused`,
 * `keyless`: it responds, but lists nothing because it refused the key, or got none. `unseen`: the page has no
 * connection to the core, which alone knows.
 */
export interface Health {
  state: 'unknown' | 'unseen' | 'asking' | 'ok' | 'partly' | 'refused' | 'keyless' | 'failed';
  /** From the request to the response headers of the newest model listing; never of another request. */
  latencyMs: number | null;
  /** How many exchanges in a row got no response. */
  failures: number;
  /** `null` when no list was received. */
  models: number | null;
  asOf: number | null;
  failure: Failure | null;
  /** The list that the failure is about; `null` when it is about reaching the gateway. */
  surface: SurfaceListing['surface'] | null;
  /** The exchange that is the evidence. */
  exchangeId: string | null;
}

/** Returns the health of a connection: what its recorded exchanges show, never a guess. */
export function useHealth(connectionId: string | undefined, keyId?: string): Health {
  const lights = useCall('connections', 'lights', {});
  const list = useModels(connectionId, keyId);
  const hasLine = useRpcConnection(({ status }) => status === 'open');
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
  refused: 'bad',
  keyless: 'bad',
  failed: 'bad',
};

/** Returns the last known health, marked as no longer confirmed. */
export const unseen = (health: Health): Health => ({
  ...health,
  state: 'unseen',
  latencyMs: null,
  failures: 0,
  failure: null,
  surface: null,
  exchangeId: null,
});

const states = { untried: 'unknown', connecting: 'asking', failing: 'failed', connected: 'ok' } as const;

export function healthOf(light: ConnectionLight | undefined, list: ModelList | undefined): Health {
  // An empty listing is a valid response: nothing is wrong with the connection.
  const refusals = list?.failures.filter(({ code }) => code !== 'empty') ?? [];
  const hasListed = list?.surfaces.some(({ state }) => state === 'listed') ?? false;
  const reached = light ? states[light.state] : 'unknown';
  const state = reached === 'ok' ? listedState(refusals, hasListed) : reached;
  const isFailed = state === 'failed';
  const shown = state === 'ok' || reached !== 'ok' ? null : (refusals[0] ?? null);
  return {
    state,
    latencyMs: list?.latencyMs ?? null,
    failures: light?.failures ?? 0,
    models: list && (hasListed || list.models.length > 0) ? list.models.length : null,
    asOf: list?.asOf ?? null,
    failure: isFailed ? (light?.failure ?? null) : shown,
    surface: (shown && list?.surfaces.find((one) => one.state === 'failed')?.surface) ?? null,
    exchangeId: isFailed ? (light?.exchangeId ?? null) : (shown?.exchangeId ?? null),
  };
}

function listedState(refusals: readonly Failure[], hasListed: boolean): Health['state'] {
  if (refusals.length === 0) return 'ok';
  if (hasListed) return 'partly';
  if (refusals.some(({ code }) => code === 'key-missing')) return 'keyless';
  return refusals.some(({ code }) => code === 'auth') ? 'refused' : 'partly';
}
