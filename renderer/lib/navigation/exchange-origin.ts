import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';
import { kept } from '../preferences/persisted-store.ts';
import { goTo } from './open-panel.ts';

/** Where in the page an exchange was made. */
export interface Place {
  panel: string;
  /** The conversation, or whatever else the panel keeps by an id. */
  documentId: string;
  /** The turn or item in it. */
  itemId: string;
}

interface Places {
  /** By exchange, the oldest first. */
  places: [exchangeId: string, place: Place][];
}

/** The newest so many are remembered: the way back matters soon after. */
const most = 400;

const usePlaces = kept<Places>('places', { places: [] }, { shared: 'live' });

/** Remembers where an exchange was made, so that its record leads back there. */
export const rememberPlace = (exchangeId: string, place: Place): void =>
  usePlaces.setState(({ places }) => ({ places: [...places, [exchangeId, place] as [string, Place]].slice(-most) }));

/** Where an exchange was made; `null` where that is not remembered. */
export const placeOf = (exchangeId: string, { places }: Places = usePlaces.getState()): Place | null =>
  places.findLast(([id]) => id === exchangeId)?.[1] ?? null;

export const usePlaceOf = (exchangeId: string): Place | null => usePlaces((kept) => placeOf(exchangeId, kept));

/** The newest exchange that was made in a panel and is remembered. */
export const newestMadeIn = (panel: string, { places }: Places = usePlaces.getState()): string | null =>
  places.findLast(([, place]) => place.panel === panel)?.[0] ?? null;

export const useNewestMadeIn = (panel: string): string | null => usePlaces((kept) => newestMadeIn(panel, kept));

const asked = createStore<{ place: Place | null }>(() => ({ place: null }));

/** Goes to where an exchange was made. */
export function goToPlace(place: Place): void {
  asked.setState({ place });
  goTo(place.panel);
}

/** Takes places of a panel that were asked for elsewhere; for that panel. */
export function useAskedPlace(panel: string, show: (place: Place) => void): void {
  const onAsked = useEffectEvent(show);
  useEffect(() => {
    const look = () => {
      const { place } = asked.getState();
      if (place?.panel !== panel) return;
      asked.setState({ place: null });
      onAsked(place);
    };
    look();
    return asked.subscribe(look);
  }, [panel]);
}
