import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { client } from './client.ts';
import { onLeave } from './on-leave.ts';

/** Quiet time after a change before it is saved, and wait before a save that failed is tried again. */
const debounceMs = 250;
const retryMs = 5000;

export interface KeptOptions<S> {
  /** What of the state survives a restart. Default: all of it that is no function. */
  keep?: (state: S) => Partial<S>;
  /** Reads what was kept, perhaps by an older version. Default: the fields whose type is still that of the initial state. */
  read?: (stored: Record<string, unknown>, initial: S) => Partial<S>;
  /**
   * Quiet time after a change before it is saved, milliseconds; default 250. None for what changes seldom and has to be
   * true after a reload in the next moment: a page that goes does not always get its last message out.
   */
  quietMs?: number;
}

type Save = (name: string, value: unknown) => Promise<void>;

interface Pending {
  timer: ReturnType<typeof setTimeout> | undefined;
  save(): Promise<void>;
}

/**
 * The kept stores of one page. They live in the core's settings, because the page's own storage belongs to an origin
 * whose port changes with every start.
 */
export function createKeeping(save: Save) {
  const pending = new Map<string, Pending>();
  const waiting: (() => void)[] = [];
  let loaded: Record<string, unknown> | undefined;

  /** A store whose kept fields come back after a restart. Made before or after `load`; after it, at once with its values. */
  function kept<S extends object>(
    name: string,
    initial: S,
    { keep = withoutFunctions, read = sameTypes, quietMs = debounceMs }: KeptOptions<S> = {},
  ): UseBoundStore<StoreApi<S>> {
    const store = create<S>(() => initial);
    let saved = JSON.stringify(keep(initial));
    const fill = () => {
      const stored = loaded?.[name];
      if (typeof stored === 'object' && stored !== null)
        store.setState(read(stored as Record<string, unknown>, initial));
      saved = JSON.stringify(keep(store.getState()));
      store.subscribe(later);
    };
    const later = () => {
      if (JSON.stringify(keep(store.getState())) === saved) return;
      clearTimeout(entry.timer);
      entry.timer = setTimeout(() => void entry.save(), quietMs);
      pending.set(name, entry);
    };
    const entry: Pending = {
      timer: undefined,
      async save() {
        clearTimeout(entry.timer);
        pending.delete(name);
        const value = keep(store.getState());
        const text = JSON.stringify(value);
        const before = saved;
        saved = text;
        try {
          await save(name, JSON.parse(text));
        } catch {
          saved = before;
          entry.timer = setTimeout(() => void entry.save(), retryMs);
          pending.set(name, entry);
        }
      },
    };
    if (loaded) fill();
    else waiting.push(fill);
    return store;
  }

  return {
    kept,
    /** Gives every store its kept values. Called once, with all settings. */
    load(all: Record<string, unknown>) {
      loaded = all;
      for (const fill of waiting.splice(0)) fill();
    },
    /** Saves at once what still waits. */
    flush: async () => {
      await Promise.all([...pending.values()].map((entry) => entry.save()));
    },
  };
}

const withoutFunctions = <S extends object>(state: S) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => typeof value !== 'function')) as Partial<S>;

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Keeps what still fits: a `null` in the initial state stands for "none yet" and takes anything. */
const sameTypes = <S extends object>(stored: Record<string, unknown>, initial: S) =>
  Object.fromEntries(
    Object.entries(initial)
      .filter(([key, value]) => key in stored && (value === null || kindOf(stored[key]) === kindOf(value)))
      .map(([key]) => [key, stored[key]]),
  ) as Partial<S>;

const keeping = createKeeping((name, value) => client.settings.put({ name, value: value as never }));

export const { kept, load: loadKept } = keeping;

/** Saves when the page hides or goes: the last moment at which a message still leaves it. */
export function flushKeptOnLeave(): void {
  onLeave(() => void keeping.flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void keeping.flush();
  });
}
