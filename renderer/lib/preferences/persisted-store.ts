import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { applyChanges, changesBetween, type ValueChange } from '#shared/value-changes.ts';
import { client } from '../client/client.ts';

/** Quiet time after a change before it is saved, and delay before a failed save is retried. */
const debounceMs = 250;
const retryMs = 5000;

export interface PersistOptions<S> {
  /** The part of the state that survives a restart. Default: everything that is not a function. */
  keep?: (state: S) => Partial<S>;
  /**
   * Reads what was stored, perhaps by an older version. Default: the fields whose type is still that of the initial
   * state.
   */
  read?: (stored: Record<string, unknown>, initial: S) => Partial<S>;
  /**
   * Quiet time after a change before it is saved, milliseconds; default 250. Use 0 for what changes seldom and has to
   * survive an immediate reload: a page that unloads does not always get its last message out.
   */
  quietMs?: number;
  /**
   * The scope of the value. Default `window`: each window of the desktop has its own, and a new one starts with a copy
   * of the first one's; tabs of one browser keep that of the tab that changed it last. `parts`: all windows share one
   * value, and each saves only its own changes. `live`: the same, and each shows what the others changed.
   */
  shared?: 'window' | 'parts' | 'live';
}

/** Where values are stored. */
export interface KeepingPorts {
  put: (name: string, value: unknown) => Promise<void>;
  patch: (name: string, changes: ValueChange[]) => Promise<void>;
}

/** A store that shows what other windows change, for the code that watches for that. */
export interface LiveStore {
  store: StoreApi<object>;
  /** Returns a state with other stored fields. */
  read(state: object, stored: Record<string, unknown>): object;
  keep(state: object): object;
  /** Grows with every save: a response requested before a save is older than what is saved. */
  saves(): number;
  /** Returns what is stored as far as this window knows, as JSON. */
  saved(): string;
  setSaved(text: string): void;
}

interface Pending {
  timer: ReturnType<typeof setTimeout> | undefined;
  save(): Promise<void>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Creates the persisted stores of one page. They are stored in the core's settings, because the page's own storage
 * belongs to an origin whose port changes with every start.
 */
export function createPersistence({ put, patch }: KeepingPorts) {
  const pending = new Map<string, Pending>();
  /** Stores that have no stored values yet. */
  const waiting: (() => void)[] = [];
  const lives = new Map<string, LiveStore>();
  let loaded: Record<string, unknown> | undefined;
  let ownNumber = 1;

  /**
   * Creates a store whose persisted fields come back after a restart. Before `load` it gets its values with that; after
   * it, at once.
   */
  function persistedStore<S extends object>(
    name: string,
    initial: S,
    { keep = withoutFunctions, read = sameTypes, quietMs = debounceMs, shared = 'window' }: PersistOptions<S> = {},
  ): UseBoundStore<StoreApi<S>> {
    const store = create<S>(() => initial);
    let saved = JSON.stringify(keep(initial));
    let saves = 0;
    const storedName = () => (shared === 'window' && ownNumber > 1 ? `${name}@${ownNumber}` : name);
    const take = (stored: unknown) => {
      if (!isObject(stored)) return;
      store.setState({ ...keep(initial), ...read(stored, initial) });
      saved = JSON.stringify(keep(store.getState()));
    };
    const fill = () => {
      // What the user changed before the stored values were there.
      const mine = changesBetween(JSON.parse(saved), keep(store.getState()));
      take(loaded?.[storedName()] ?? loaded?.[name]);
      store.subscribe(later);
      if (mine.length > 0) store.setState(read(applyChanges(keep(store.getState()), mine), initial));
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
        saves += 1;
        try {
          if (shared === 'window') await put(storedName(), JSON.parse(text));
          else await patch(name, changesBetween(JSON.parse(before), JSON.parse(text)));
        } catch {
          saved = before;
          entry.timer = setTimeout(() => void entry.save(), retryMs);
          pending.set(name, entry);
        }
      },
    };
    if (shared === 'live')
      lives.set(name, {
        read: (state, stored) => {
          const before = keep(state as S);
          const others = Object.fromEntries(Object.entries(state).filter(([key]) => !(key in before)));
          return { ...initial, ...others, ...read(stored, initial) };
        },
        keep: (state) => keep(state as S),
        store: store as unknown as StoreApi<object>,
        saves: () => saves,
        saved: () => saved,
        setSaved: (text) => {
          saved = text;
        },
      });
    if (loaded) fill();
    else waiting.push(fill);
    return store;
  }

  return {
    kept: persistedStore,
    /** Gives every store its stored values. Called once, with all settings and the number of this window. */
    load(all: Record<string, unknown>, windowNumber = 1) {
      loaded = all;
      ownNumber = windowNumber;
      for (const fill of waiting.splice(0)) fill();
    },
    lives,
    /** Saves at once what is still pending. */
    flush: async () => {
      await Promise.all([...pending.values()].map((entry) => entry.save()));
    },
  };
}

const withoutFunctions = <S extends object>(state: S) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => typeof value !== 'function')) as Partial<S>;

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Keeps the fields that still fit: a `null` in the initial state means "none yet" and accepts anything. */
export const sameTypes = <S extends object>(stored: Record<string, unknown>, initial: S) =>
  Object.fromEntries(
    Object.entries(initial)
      .filter(([key, value]) => key in stored && (value === null || kindOf(stored[key]) === kindOf(value)))
      .map(([key]) => [key, stored[key]]),
  ) as Partial<S>;

const persistence = createPersistence({
  put: (name, value) => client.settings.put({ name, value: value as never }),
  patch: (name, changes) => client.settings.patch({ name, changes: changes as never }),
});

export const { kept: persistedStore, load: loadPersisted, lives: liveStores } = persistence;

/** Saves when the page is hidden or unloads: the last moment at which a message still gets out. */
export function flushPersistedOnQuit(): void {
  onLeave(() => void persistence.flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void persistence.flush();
  });
}

/**
 * Runs `work` when the page unloads: before a navigation, when a message still gets out, and at `pagehide`, which is
 * the only event on a phone or for a closed tab.
 */
export function onLeave(work: () => void): void {
  addEventListener('beforeunload', work);
  addEventListener('pagehide', work);
}
