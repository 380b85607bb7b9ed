import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react';

export interface LazyModule<T> {
  /** Loads it once. A failed load is told to those who waited, and tried again by the next one who asks. */
  load: () => Promise<T>;
  /** Starts loading and tells when the module is there; the shape that React's external stores have. */
  watch: (listener: () => void) => () => void;
  current: () => T | null;
}

let canCome: () => Promise<unknown> | null = () => null;

/** Holds loads back: `until` gives what to wait for before one is tried, or null where it can come at once. */
export function holdLoads(until: () => Promise<unknown> | null): void {
  canCome = until;
}

/** A module that is loaded when something on the page first wants it. */
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
      // Who only watches sees nothing until it is there.
      load().catch(() => undefined);
      return () => listeners.delete(listener);
    },
    current: () => loaded,
  };
}

/** Loads it once the page has nothing better to do, for what has to be there the moment it is wanted. */
export function loadWhenIdle({ load }: LazyModule<unknown>): void {
  // A browser that does not know idle time loads it when it is wanted.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void load().catch(() => undefined));
}

const unwatched = () => () => {};
const absent = () => null;

/**
 * The module once it is there, and null before; it is fetched as soon as it is wanted. Not React's `lazy`: a boundary
 * that has once shown its fallback holds what comes back for up to 300 ms, which a person feels at every first press.
 */
export function useLazyModule<T>(module: LazyModule<T>, isWanted = true): T | null {
  return useSyncExternalStore(isWanted ? module.watch : unwatched, isWanted ? module.current : absent, absent);
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

/** A component that is fetched when it is first drawn; until it is there, `waiting` stands in its place. */
export function lazyPart<P extends object>(
  importIt: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): (props: P) => ReactNode {
  const module = lazyModule(importIt);
  return (props) => createElement(LazyPart<P>, { module, waiting, props });
}
