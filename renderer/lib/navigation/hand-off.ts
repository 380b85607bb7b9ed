import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';

/** One thing that is handed to a panel, which may not be open yet: it waits until that panel takes it. */
export interface HandOff<T> {
  /** Leaves it there, in place of what was left before and not taken. */
  give(value: T): void;
  /** What waits, which is then gone; `null` for nothing, or where `accepts` refuses it. */
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

/** Takes what is handed over, now or before the component was there; of all that comes, what `accepts` lets through. */
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
