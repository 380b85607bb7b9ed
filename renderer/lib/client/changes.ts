import type { Query } from '@tanstack/react-query';
import type { Change } from '#shared/contract/host.ts';
import { languageSetting } from '#shared/contract/language.ts';
import { client, connection } from './client.ts';
import { queryClient } from './query.ts';

/** Changes come in bursts (every exchange of a check): answers are asked for again at most this often. */
const burstMs = 60;

/** A question about one other thing of the area did not go stale. */
export function wentStale({ area, id }: Change, [asked, name, input]: readonly unknown[]): boolean {
  // The lights of connections are read from their newest exchanges.
  if (area === 'exchanges' && asked === 'connections' && name === 'lights') return true;
  // Verdicts are written in the language that is chosen.
  if (area === 'settings' && id === languageSetting && asked === 'exchanges' && name === 'get') return true;
  if (asked !== area) return false;
  const about = typeof input === 'object' && input !== null ? idIn(input) : undefined;
  return id === undefined || about === undefined || about === id;
}

const idIn = (input: object) => ('id' in input ? input.id : 'runId' in input ? input.runId : undefined);

type Listener = (change: Change | null) => void;
const listeners = new Set<Listener>();

/**
 * Tells every change as it comes, for what keeps answers in another way than by its question. `null`: the line was mended,
 * and anything may have changed.
 */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notifyListeners = (change: Change | null) => {
  for (const listener of listeners) listener(change);
};

/**
 * Asks again what is shown and went stale. A question whose first answer is still on its way is not asked twice at once, and
 * that answer may be older than the change: it is asked again as soon as the answer is there.
 */
export async function markStale(predicate: (query: Query) => boolean): Promise<void> {
  const early = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate });
  if (early.length > 0) await queryClient.invalidateQueries({ predicate: (query) => early.includes(query) });
}

/** Marks stale what the core says went stale, for as long as the page lives. A line that was mended makes all stale. */
export function followChanges(): () => void {
  let waiting: Change[] = [];
  const notify = () => {
    const changes = waiting;
    waiting = [];
    const predicate = ({ queryKey }: Query) => changes.some((change) => wentStale(change, queryKey));
    void markStale(predicate);
  };
  const follow = async () => {
    try {
      for await (const change of client.host.changes({})) {
        if (waiting.length === 0) setTimeout(notify, burstMs);
        waiting.push(change);
        notifyListeners(change);
      }
    } catch {
      // The line broke. Mending it starts the feed again, below.
    }
  };
  if (connection.state.getState().status === 'open') void follow();
  return connection.state.subscribe(({ status }, before) => {
    if (status !== 'open' || before.status === 'open') return;
    void queryClient.invalidateQueries();
    notifyListeners(null);
    void follow();
  });
}
