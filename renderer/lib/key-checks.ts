import type { ModelList } from '#shared/contract/models.ts';
import type { FailureCode } from '#shared/routes/failure.ts';
import { client } from './client.ts';
import { kept } from './kept.ts';

/** What the newest listing with a key proved of it. */
export interface KeyCheck {
  /** `works`: every listing answered; `partly`: one of the two did; `refused`: none did. */
  verdict: 'works' | 'partly' | 'refused';
  /** Why the first listing that failed did. */
  code: FailureCode | null;
  status: number | null;
  /** From the request to the answer's headers. */
  latencyMs: number | null;
  models: number;
  /** Milliseconds since 1970. */
  at: number;
  exchangeId: string | null;
}

const useChecks = kept<{ byKey: Record<string, KeyCheck> }>('key-checks', { byKey: {} });

export const useKeyCheck = (keyId: string): KeyCheck | undefined => useChecks(({ byKey }) => byKey[keyId]);

/** Both listings were asked for with one key: there are at most two failures. */
const listings = 2;

export function checkOf(list: ModelList, latencyMs: number | null, at: number): KeyCheck {
  // An empty listing is an answer: the key was accepted.
  const refusals = list.failures.filter(({ code }) => code !== 'empty');
  const refusal = refusals[0] ?? null;
  return {
    verdict: refusal === null ? 'works' : refusals.length < listings ? 'partly' : 'refused',
    code: refusal?.code ?? null,
    status: refusal?.status ?? null,
    latencyMs,
    models: refusals.length < listings ? list.models.length : 0,
    at,
    exchangeId: refusal?.exchangeId ?? list.exchangeIds[0] ?? null,
  };
}

/** Remembers what a listing proved of the key that asked for it. */
export async function noteKeyCheck(keyId: string, list: ModelList): Promise<void> {
  const [first] = list.exchangeIds;
  const exchange = first ? await client.exchanges.get({ id: first }).catch(() => null) : null;
  const check = checkOf(list, exchange?.timeline.headersMs ?? null, Date.now());
  useChecks.setState(({ byKey }) => ({ byKey: { ...byKey, [keyId]: check } }));
}

export function forgetKeyCheck(keyId: string): void {
  const { [keyId]: _gone, ...byKey } = useChecks.getState().byKey;
  useChecks.setState({ byKey });
}
