import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';

/** A model that was chosen away from the panels (in the palette) and waits for one to take it. */
const offered = createStore<{ model: string | null }>(() => ({ model: null }));

export const offerModel = (model: string): void => offered.setState({ model });

/** Takes models that were chosen elsewhere for the panel that is open. */
export function useOfferedModel(take: (model: string) => void): void {
  const onOffer = useEffectEvent(take);
  useEffect(() => {
    const look = () => {
      const { model } = offered.getState();
      if (model === null) return;
      offered.setState({ model: null });
      onOffer(model);
    };
    look();
    return offered.subscribe(look);
  }, []);
}
