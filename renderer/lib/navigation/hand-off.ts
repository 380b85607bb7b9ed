import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';

/** A value that is handed to a panel, which may not be open yet: it waits until that panel takes it. */
export interface HandOff<T> {
  /** Leaves a value, in place of an earlier one that was not taken. */
  give(value: T): void;
  /** Removes and returns the waiting value; `null` for none, or where `accepts` refuses it. */
  take(accepts?: (value: T) => boolean): T | null;
  subscribe(listener: () => void): () => void;
}

export function createHandOff<T extends object>(): HandOff<T> {
  const waiting = createStore<{ value: T | null }>(() => ({ value: null }));
  return {
    give: (value) => waiting.setState({ value }),
    take(accepts) {
      const { value } = waiting.getState();
      if (value === null || accepts?.(value) === false) return null;
      waiting.setState({ value: null });
      return value;
    },
    subscribe: waiting.subscribe,
  };
}

/** Takes handed-over values, including one left before the component mounted, as far as `accepts` returns true. */
export function useHandOff<T>(handOff: HandOff<T>, take: (value: T) => void, accepts?: (value: T) => boolean): void {
  const onLook = useEffectEvent(() => {
    const value = handOff.take(accepts);
    if (value !== null) take(value);
  });
  useEffect(() => {
    onLook();
    return handOff.subscribe(() => onLook());
  }, [handOff]);
}
