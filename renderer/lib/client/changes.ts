import type { Query } from '@tanstack/react-query';
import type { Change } from '#shared/contract/host.ts';
import { languageSetting } from '#shared/contract/language.ts';
import { client, connection } from './client.ts';
import { queryClient } from './query.ts';

/** Changes come in bursts (every exchange of a check): queries are refetched at most this often. */
const burstMs = 60;

/** A query about another item of the area is not stale. */
export function isStale({ area, id }: Change, [asked, name, input]: readonly unknown[]): boolean {
  // The status of a connection is derived from its newest exchanges.
  if (area === 'exchanges' && asked === 'connections' && name === 'lights') return true;
  // Verdicts are written in the selected language.
  if (area === 'settings' && id === languageSetting && asked === 'exchanges' && name === 'get') return true;
  if (asked !== area) return false;
  const about = typeof input === 'object' && input !== null ? idIn(input) : undefined;
  return id === undefined || about === undefined || about === id;
}

const idIn = (input: object) => ('id' in input ? input.id : 'runId' in input ? input.runId : undefined);

type Listener = (change: Change | null) => void;
const listeners = new Set<Listener>();

/**
 * Calls `listener` with every change, for code that caches results outside the queries. `null`: the connection was
 * reopened, and anything may have changed.
 */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notifyListeners = (change: Change | null) => {
  for (const listener of listeners) listener(change);
};

/**
 * Refetches stale queries that are shown. A query whose first result is still pending is not sent twice at once, and
 * that result may be older than the change: it is refetched as soon as it arrives.
 */
export async function markStale(predicate: (query: Query) => boolean): Promise<void> {
  const early = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate });
  if (early.length > 0) await queryClient.invalidateQueries({ predicate: (query) => early.includes(query) });
}

/**
 * Marks what the core reports as stale, for as long as the page is open. A reopened connection makes everything stale.
 */
export function followChanges(): () => void {
  let waiting: Change[] = [];
  const notify = () => {
    const changes = waiting;
    waiting = [];
    const predicate = ({ queryKey }: Query) => changes.some((change) => isStale(change, queryKey));
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
      // The connection was lost. Reopening it starts the feed again, below.
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
