import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ExchangeDetail, ExchangeFilter, ExchangeOrder, ExchangeSummary } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';

/** What the rows are: a filter, and how they are sorted. Default: newest first. */
export type RowsQuery = ExchangeFilter & { order?: ExchangeOrder };

export interface RowsState {
  rows: readonly ExchangeSummary[];
  /** Newest first: pages continue at a time, and new rows are added at the top. */
  isByTime: boolean;
  status: 'reading' | 'ready' | 'failed';
  failure: Failure | null;
  /** Whether all rows have been read, down to the oldest. */
  isWhole: boolean;
  isReadingMore: boolean;
  /** Number of filters opened so far: rows of another filter are unrelated to the previous ones. */
  generation: number;
}

/** The calls the rows are read with. */
interface RowsPort {
  list(
    input: RowsQuery & { limit: number; before?: number; offset?: number },
    options: { signal: AbortSignal },
  ): Promise<ExchangeSummary[]>;
  get(input: { id: string }): Promise<ExchangeDetail>;
}

interface ExchangeRows {
  store: StoreApi<RowsState>;
  /** Reads the newest rows of another filter. The previous rows stay until they arrive. */
  open(query: RowsQuery): Promise<void>;
  /** Reads the next older rows. */
  loadMore(): Promise<void>;
  /** Reads until `most` rows or all of them are loaded; returns their ids. */
  loadUpTo(most: number): Promise<string[]>;
  /** Refreshes what is new or has changed: one exchange, or, without an id, any of them. */
  refresh(id?: string): Promise<void>;
  /** Removes rows that were deleted. */
  drop(ids: ReadonlySet<string>): void;
}

const pageRows = 200;
const headRows = 100;
/** Rows that are read again when any of them may have changed; older ones are dropped. */
const maxRefreshedRows = 2000;
/** The most rows one call returns. */
const maxPageRows = 500;

const idle: RowsState = {
  rows: [],
  isByTime: true,
  status: 'reading',
  failure: null,
  isWhole: false,
  isReadingMore: false,
  generation: 0,
};

/**
 * Creates the rows of the table, outside React: pages by time as the user scrolls down, the newest kept fresh while
 * exchanges run. However many rows exist, only those that were requested are held in memory.
 */
export function createExchangeRows(port: RowsPort): ExchangeRows {
  const store = createStore<RowsState>(() => idle);
  let query: RowsQuery = {};
  let opened = new AbortController();
  let reading: Promise<void> | null = null;
  let refreshing: Promise<void> | null = null;
  let isStale = false;
  let isAnyStale = false;
  const changedIds = new Set<string>();

  /** Runs work for the current filter; a result that arrives after another filter was opened is discarded. */
  async function whileCurrent(work: (signal: AbortSignal) => Promise<Partial<RowsState>>): Promise<void> {
    const { signal } = opened;
    try {
      const change = await work(signal);
      if (!signal.aborted) store.setState(change);
    } catch (thrown) {
      if (!signal.aborted)
        store.setState(({ rows }) => ({
          status: rows.length > 0 ? 'ready' : 'failed',
          failure: AppError.from(thrown),
          isReadingMore: false,
        }));
    }
  }

  async function refreshOnce(): Promise<void> {
    await whileCurrent(async (signal) => {
      const mayKeep = !isAnyStale && query.order === undefined;
      const wanted = mayKeep ? headRows : Math.min(maxRefreshedRows, Math.max(headRows, store.getState().rows.length));
      const changed = [...changedIds];
      isAnyStale = false;
      changedIds.clear();
      const head = await first(wanted, signal);
      const isAll = head.length < wanted;
      const before = store.getState();
      const joined = mayKeep && !isAll ? joinHead(head, before.rows) : null;
      const rows = joined ?? head;
      const older = rows.slice(head.length).filter(({ id }) => changed.includes(id));
      const fresh = await Promise.all(older.map(({ id }) => port.get({ id }).catch(() => null)));
      const byId = new Map(fresh.flatMap((row) => (row ? [[row.id, row] as const] : [])));
      return {
        rows: byId.size === 0 ? rows : rows.map((row) => byId.get(row.id) ?? row),
        status: 'ready',
        failure: null,
        isWhole: isAll || (joined !== null && before.isWhole),
      };
    });
  }

  /** Reads the page after the given rows. */
  function pageAfter(rows: readonly ExchangeSummary[], limit: number, signal: AbortSignal) {
    const last = rows.at(-1);
    const place = query.order ? { offset: rows.length } : last ? { before: last.startedAt } : {};
    return port.list({ ...query, limit, ...place }, { signal });
  }

  async function first(count: number, signal: AbortSignal): Promise<ExchangeSummary[]> {
    const rows: ExchangeSummary[] = [];
    while (rows.length < count) {
      const limit = Math.min(maxPageRows, count - rows.length);
      const page = await pageAfter(rows, limit, signal);
      rows.push(...page);
      if (page.length < limit) break;
    }
    return rows;
  }

  return {
    store,
    async open(next) {
      opened.abort();
      opened = new AbortController();
      query = next;
      reading = null;
      changedIds.clear();
      store.setState({ status: 'reading', failure: null, isReadingMore: false });
      await whileCurrent(async (signal) => {
        const rows = await pageAfter([], pageRows, signal);
        const generation = store.getState().generation + 1;
        const isByTime = query.order === undefined;
        return { rows, isByTime, status: 'ready', isWhole: rows.length < pageRows, generation };
      });
    },
    loadMore() {
      const { rows, isWhole, status } = store.getState();
      const last = rows.at(-1);
      if (isWhole || status === 'reading' || !last) return reading ?? Promise.resolve();
      if (reading) return reading;
      store.setState({ isReadingMore: true });
      const pendingPage = whileCurrent(async (signal) => {
        const older = await pageAfter(rows, pageRows, signal);
        const { rows: now } = store.getState();
        // The rows were read again meanwhile: these would leave a gap.
        if (now.at(-1)?.id !== last.id) return { isReadingMore: false };
        // New exchanges move sorted rows into the next page.
        const known = new Set(now.map(({ id }) => id));
        return {
          rows: [...now, ...older.filter(({ id }) => !known.has(id))],
          isWhole: older.length < pageRows,
          isReadingMore: false,
        };
      }).finally(() => {
        if (reading === pendingPage) reading = null;
      });
      reading = pendingPage;
      return pendingPage;
    },
    async loadUpTo(most) {
      const { signal } = opened;
      for (;;) {
        const { rows, isWhole, failure } = store.getState();
        if (isWhole || failure || signal.aborted || rows.length >= most) return rows.slice(0, most).map(({ id }) => id);
        await this.loadMore();
      }
    },
    refresh(id) {
      if (id) changedIds.add(id);
      else isAnyStale = true;
      isStale = true;
      refreshing ??= (async () => {
        while (isStale) {
          isStale = false;
          await refreshOnce();
        }
      })().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
    drop: (ids) => store.setState(({ rows }) => ({ rows: rows.filter(({ id }) => !ids.has(id)) })),
  };
}

/**
 * Returns whether an exchange is known not to match the filter of the rows: they reach back to its time, and it is not
 * among them. One that is older than the rows read so far may match.
 */
export const isFilteredOut = (
  { id, startedAt }: Pick<ExchangeSummary, 'id' | 'startedAt'>,
  { rows, status, isWhole, isByTime }: Pick<RowsState, 'rows' | 'status' | 'isWhole' | 'isByTime'>,
): boolean =>
  status === 'ready' &&
  (isWhole || (isByTime && startedAt >= (rows.at(-1)?.startedAt ?? Number.POSITIVE_INFINITY))) &&
  rows.every((row) => row.id !== id);

/**
 * Returns the newest rows, and below them the older ones already loaded; `null` when there are so many new rows that
 * the two no longer overlap. The older ones are then dropped, and read again when the user scrolls down.
 */
function joinHead(head: readonly ExchangeSummary[], before: readonly ExchangeSummary[]): ExchangeSummary[] | null {
  const last = head.at(-1);
  if (!last) return [];
  if (!before.some(({ startedAt }) => startedAt >= last.startedAt)) return null;
  return [...head, ...before.filter(({ startedAt }) => startedAt < last.startedAt)];
}
