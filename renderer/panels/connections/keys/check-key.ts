import { create } from 'zustand';
import type { Failure } from '#shared/protocol/failure.ts';
import { failureOf } from '../../../lib/failures/failures.ts';
import { refreshModels } from '../../../lib/gateway/models/model-list.ts';

/** Keys being checked, and checks that could not be sent. */
interface Checking {
  busy: ReadonlySet<string>;
  failures: Readonly<Record<string, Failure>>;
}

const useChecking = create<Checking>(() => ({ busy: new Set(), failures: {} }));

export const useIsChecking = (keyId: string): boolean => useChecking(({ busy }) => busy.has(keyId));
export const useCheckFailure = (keyId: string): Failure | undefined => useChecking(({ failures }) => failures[keyId]);

/** Lists the models with one key: the cheapest proof that address and key work. The result is stored with the key. */
export async function checkKey(connectionId: string, keyId: string): Promise<void> {
  useChecking.setState(({ busy, failures: { [keyId]: _before, ...failures } }) => ({
    busy: new Set(busy).add(keyId),
    failures,
  }));
  try {
    await refreshModels(connectionId, keyId);
  } catch (thrown) {
    useChecking.setState(({ failures }) => ({ failures: { ...failures, [keyId]: failureOf(thrown) } }));
  } finally {
    useChecking.setState(({ busy }) => ({ busy: new Set([...busy].filter((id) => id !== keyId)) }));
  }
}
