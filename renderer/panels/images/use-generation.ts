import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { imageStore } from './images.ts';
import type { Generation } from './model/generation.ts';

/** A generation by its id, live while it runs: `undefined` while it is read, `null` when there is none. */
export function useGeneration(id: string | null): Generation | null | undefined {
  const open = useStore(imageStore().store, (state) => (id === null ? undefined : state.open[id]));
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    let isGone = false;
    imageStore()
      .open(id)
      .then(
        (found) => isGone || setMissing(found ? null : id),
        () => isGone || setMissing(id),
      );
    return () => {
      isGone = true;
    };
  }, [id]);
  return open ?? (id === null || missing === id ? null : undefined);
}
