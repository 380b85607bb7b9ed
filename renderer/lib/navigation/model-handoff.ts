import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';
import type { RouteId } from '#shared/protocol/route.ts';
import { openPanel } from './open-panel.ts';

interface ModelHandoff {
  model: string;
  /** The panel that shall take it; `null` for the one that is open. */
  panel: string | null;
  /** The route to use it on; `null` for the one the panel is on. */
  routeId: RouteId | null;
  /** For a new conversation or the like, whatever is open. */
  inNew: boolean;
}

/** What the open panel takes of an offer. */
export type TakenModelHandoff = Pick<ModelHandoff, 'model' | 'routeId' | 'inNew'>;

/** A model that was chosen away from the panel that shall use it, and waits to be taken. */
const offered = createStore<{ offer: ModelHandoff | null }>(() => ({ offer: null }));

/** Offers a model to the panel that is open, or to the named one as soon as it is. */
export const handOffModel = (
  model: string,
  panel: string | null = null,
  routeId: RouteId | null = null,
  { inNew = false } = {},
): void => offered.setState({ offer: { model, panel, routeId, inNew } });

/** The offer that the open panel may take, which is then gone; `null` for none. */
export function takeModelHandoff(): TakenModelHandoff | null {
  const { offer } = offered.getState();
  if (offer === null || (offer.panel !== null && offer.panel !== openPanel.getState().id)) return null;
  offered.setState({ offer: null });
  return offer;
}

/** Takes models that were chosen elsewhere for the panel that is open. Whoever shows a `PatchBar` has this already. */
export function useModelHandoff(take: (offer: TakenModelHandoff) => void): void {
  const onOffer = useEffectEvent(take);
  useEffect(() => {
    const look = () => {
      const offer = takeModelHandoff();
      if (offer) onOffer(offer);
    };
    look();
    return offered.subscribe(look);
  }, []);
}
