export interface LazyModule<T> {
  /** Starts loading on the first call and tells when the module is there; the shape that React's external stores have. */
  watch: (listener: () => void) => () => void;
  current: () => T | null;
  absent: () => null;
}

/** A module that is loaded when something on the page first wants it. A failed load is tried again by the next one who asks. */
export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let loaded: T | null = null;
  let loading = false;
  const listeners = new Set<() => void>();
  const begin = async () => {
    loading = true;
    try {
      loaded = await load();
      for (const listener of listeners) listener();
    } catch {
      loading = false;
    }
  };
  return {
    watch(listener) {
      listeners.add(listener);
      if (!loading) void begin();
      return () => listeners.delete(listener);
    },
    current: () => loaded,
    absent: () => null,
  };
}
