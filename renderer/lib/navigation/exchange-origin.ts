import { persistedStore } from '../preferences/persisted-store.ts';
import { createHandOff, useHandOff } from './hand-off.ts';
import { goTo } from './open-panel.ts';

/** Where in the page an exchange was made. */
export interface Origin {
  panel: string;
  /** The conversation, or another document that the panel stores by id. */
  documentId: string;
  /** The turn or item in it. */
  itemId: string;
}

interface Origins {
  /** By exchange, the oldest first. */
  places: [exchangeId: string, origin: Origin][];
}

/** Number of newest origins that are stored: the way back matters soon after. */
const maxOrigins = 400;

const useOrigins = persistedStore<Origins>('places', { places: [] }, { shared: 'live' });

/** Stores where an exchange was made, so that its record links back there. */
export const rememberOrigin = (exchangeId: string, origin: Origin): void =>
  useOrigins.setState(({ places }) => ({
    places: [...places, [exchangeId, origin] as [string, Origin]].slice(-maxOrigins),
  }));

/** Returns where an exchange was made; `null` where that is not stored. */
export const originOf = (exchangeId: string, { places }: Origins = useOrigins.getState()): Origin | null =>
  places.findLast(([id]) => id === exchangeId)?.[1] ?? null;

export const useOriginOf = (exchangeId: string): Origin | null => useOrigins((kept) => originOf(exchangeId, kept));

/** Returns the newest exchange that was made in a panel and is stored here. */
export const newestFrom = (panel: string, { places }: Origins = useOrigins.getState()): string | null =>
  places.findLast(([, origin]) => origin.panel === panel)?.[0] ?? null;

export const useNewestFrom = (panel: string): string | null => useOrigins((kept) => newestFrom(panel, kept));

const requested = createHandOff<Origin>();

/** Opens the place where an exchange was made. */
export function goToOrigin(origin: Origin): void {
  requested.give(origin);
  goTo(origin.panel);
}

/** Receives places of a panel that were requested elsewhere; for that panel. */
export const useRequestedOrigin = (panel: string, show: (origin: Origin) => void): void =>
  useHandOff(requested, show, (origin) => origin.panel === panel);
