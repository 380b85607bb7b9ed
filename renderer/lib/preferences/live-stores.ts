import { applyChanges, changesBetween } from '#shared/value-changes.ts';
import { onChange } from '../client/changes.ts';
import { client } from '../client/client.ts';
import { type LiveStore, liveStores } from './persisted-store.ts';

/** Shows in this window what other windows change of the shared values. Called once the stored values have loaded. */
export function followLiveStores(): void {
  onChange((change) => {
    if (!change || change.area === 'settings') void refreshLive(liveStores, change?.id).catch(() => {});
  });
}

/**
 * Loads what was stored under a name, by any window; without a name, everything.
 *
 * @param get the stored value of a name; `null` without one.
 */
export async function refreshLive(
  stores: ReadonlyMap<string, LiveStore>,
  name?: string,
  get: (name: string) => Promise<unknown> = (one) => client.settings.get({ name: one }),
): Promise<void> {
  const stale = [...stores].filter(([one]) => name === undefined || one === name);
  await Promise.all(stale.map(([one, live]) => refresh(live, () => get(one))));
}

/** Unsaved changes made here override what another window stored. */
async function refresh(live: LiveStore, get: () => Promise<unknown>): Promise<void> {
  const savesBefore = live.saves();
  const stored = await get();
  // The change event of this save follows, too.
  if (live.saves() !== savesBefore) return;
  const state = live.store.getState();
  const mine = changesBetween(JSON.parse(live.saved()), live.keep(state));
  const theirs = live.keep(live.read(state, applyChanges(stored, [])));
  live.setSaved(JSON.stringify(theirs));
  const merged = live.read(state, applyChanges(theirs, mine));
  if (JSON.stringify(live.keep(merged)) !== JSON.stringify(live.keep(state))) live.store.setState(merged, true);
}
