import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react';

export interface LazyModule<T> {
  /** Loads it once. A failed load is reported to its waiting callers, and retried by the next one. */
  load: () => Promise<T>;
  /** Starts loading and notifies when the module is there; the signature that React's external stores have. */
  watch: (listener: () => void) => () => void;
  current: () => T | null;
}

let canCome: () => Promise<unknown> | null = () => null;

/** Delays loads: `until` returns what to wait for before a load, or null where it can start at once. */
export function delayLoads(until: () => Promise<unknown> | null): void {
  canCome = until;
}

/** A module that is loaded when something on the page first needs it. */
export function lazyModule<T>(importIt: () => Promise<T>): LazyModule<T> {
  let loaded: T | null = null;
  let loading: Promise<T> | null = null;
  const listeners = new Set<() => void>();
  const load = () => {
    loading ??= (canCome()?.then(importIt) ?? importIt()).then(
      (found) => {
        loaded = found;
        for (const listener of listeners) listener();
        return found;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return {
    load,
    watch(listener) {
      listeners.add(listener);
      // Subscribers get null until the module has loaded.
      load().catch(() => undefined);
      return () => listeners.delete(listener);
    },
    current: () => loaded,
  };
}

const absent = () => null;

/**
 * Returns the module once it is there, and null before; it is fetched as soon as it is needed. Not React's `lazy`: a
 * boundary that has once shown its fallback delays the content for up to 300 ms, which is noticeable at every first
 * press.
 */
export function useLazyModule<T>(module: LazyModule<T>): T | null {
  return useSyncExternalStore(module.watch, module.current, absent);
}

interface LazyPartProps<P extends object> {
  module: LazyModule<ComponentType<P>>;
  waiting: ReactNode;
  props: P;
}

function LazyPart<P extends object>({ module, waiting, props }: LazyPartProps<P>): ReactNode {
  const Part = useLazyModule(module);
  return Part ? createElement(Part, props) : waiting;
}

/** A component that is fetched when it is first drawn; until it is there, `waiting` is drawn in its place. */
export function lazyPart<P extends object>(
  importIt: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): (props: P) => ReactNode {
  const module = lazyModule(importIt);
  return (props) => createElement(LazyPart<P>, { module, waiting, props });
}
