import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';
import { openPanel } from './open-panel.ts';

/** A model that was chosen away from the panel that shall use it, and waits to be taken. */
const offered = createStore<{ model: string | null; panel: string | null }>(() => ({ model: null, panel: null }));

/** Offers a model to the panel that is open, or to the named one as soon as it is. */
export const offerModel = (model: string, panel: string | null = null): void => offered.setState({ model, panel });

/** Takes models that were chosen elsewhere for the panel that is open. */
export function useOfferedModel(take: (model: string) => void): void {
  const onOffer = useEffectEvent(take);
  useEffect(() => {
    const look = () => {
      const { model, panel } = offered.getState();
      if (model === null || (panel !== null && panel !== openPanel.getState().id)) return;
      offered.setState({ model: null, panel: null });
      onOffer(model);
    };
    look();
    return offered.subscribe(look);
  }, []);
}
