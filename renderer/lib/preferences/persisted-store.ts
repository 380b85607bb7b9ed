import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { changesBetween, type ValueChange } from '#shared/value-changes.ts';
import { client } from '../client/client.ts';
import { onLeave } from './on-leave.ts';

/** Quiet time after a change before it is saved, and wait before a save that failed is tried again. */
const debounceMs = 250;
const retryMs = 5000;

export interface PersistOptions<S> {
  /** What of the state survives a restart. Default: all of it that is no function. */
  keep?: (state: S) => Partial<S>;
  /** Reads what was kept, perhaps by an older version. Default: the fields whose type is still that of the initial state. */
  read?: (stored: Record<string, unknown>, initial: S) => Partial<S>;
  /**
   * Quiet time after a change before it is saved, milliseconds; default 250. None for what changes seldom and has to be
   * true after a reload in the next moment: a page that goes does not always get its last message out.
   */
  quietMs?: number;
  /**
   * Whose value it is. Default `window`: each window of the desktop has its own, and another one begins with a copy of the
   * first one's; tabs of one browser keep that of the tab that changed it last. `parts`: all windows have one value, to
   * which each adds its changes alone. `live`: the same, and each shows what the others changed.
   */
  shared?: 'window' | 'parts' | 'live';
}

/** Where kept values are stored. */
export interface KeepingPorts {
  put: (name: string, value: unknown) => Promise<void>;
  patch: (name: string, changes: ValueChange[]) => Promise<void>;
}

/** A store that shows what other windows change, for the one who looks for that. */
export interface LiveStore {
  store: StoreApi<object>;
  /** A state with other stored fields. */
  read(state: object, stored: Record<string, unknown>): object;
  keep(state: object): object;
  /** Grows with every save: what was asked for before one is older than what is saved. */
  saves(): number;
  /** What is stored as far as this window knows, as JSON. */
  saved(): string;
  setSaved(text: string): void;
}

interface Pending {
  timer: ReturnType<typeof setTimeout> | undefined;
  save(): Promise<void>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * The kept stores of one page. They live in the core's settings, because the page's own storage belongs to an origin
 * whose port changes with every start.
 */
export function createPersistence({ put, patch }: KeepingPorts) {
  const pending = new Map<string, Pending>();
  const waiting: (() => void)[] = [];
  const lives = new Map<string, LiveStore>();
  let loaded: Record<string, unknown> | undefined;
  let ownNumber = 1;

  /** A store whose kept fields come back after a restart. Made before or after `load`; after it, at once with its values. */
  function persistedStore<S extends object>(
    name: string,
    initial: S,
    { keep = withoutFunctions, read = sameTypes, quietMs = debounceMs, shared = 'window' }: PersistOptions<S> = {},
  ): UseBoundStore<StoreApi<S>> {
    const store = create<S>(() => initial);
    let saved = JSON.stringify(keep(initial));
    let saves = 0;
    const storedName = () => (shared === 'window' && ownNumber > 1 ? `${name}@${ownNumber}` : name);
    const fill = () => {
      const stored = loaded?.[storedName()] ?? loaded?.[name];
      if (isObject(stored)) store.setState(read(stored, initial));
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
    /** Gives every store its kept values. Called once, with all settings and the number of this window. */
    load(all: Record<string, unknown>, windowNumber = 1) {
      loaded = all;
      ownNumber = windowNumber;
      for (const fill of waiting.splice(0)) fill();
    },
    lives,
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

const persistence = createPersistence({
  put: (name, value) => client.settings.put({ name, value: value as never }),
  patch: (name, changes) => client.settings.patch({ name, changes: changes as never }),
});

export const { kept: persistedStore, load: loadPersisted, lives: liveStores } = persistence;

/** Saves when the page hides or goes: the last moment at which a message still leaves it. */
export function flushPersistedOnQuit(): void {
  onLeave(() => void persistence.flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void persistence.flush();
  });
}
