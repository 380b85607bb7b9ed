import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { isSame } from './is-same.ts';
import { useLayout } from './layout.ts';
import { goTo } from './open-panel.ts';

export type WireTab = 'preview' | 'sent' | 'response' | 'events' | 'timeline';

/** What the wire drawer shows. */
export interface WireFocus {
  /** What the open panel would send now. */
  draft: DraftInput | null;
  /** The exchange whose record is shown: the open panel's newest, or one that was asked for by hand. */
  exchangeId: string | null;
  tab: WireTab;
  /** The open panel has the drawer. */
  hasDrawer: boolean;
}

export const wireFocus = createStore<WireFocus>(() => ({
  draft: null,
  exchangeId: null,
  tab: 'preview',
  hasDrawer: false,
}));

export const useWire = <T>(pick: (focus: WireFocus) => T): T => useStore(wireFocus, pick);

/**
 * Binds the drawer to a panel while it is mounted: the draft as it is now (the preview follows every change) and the
 * exchange it shows. A new exchange takes the drawer over; the last one stays when the panel leaves.
 */
export function useWireFocus(draft: DraftInput | null, exchangeId: string | null): void {
  // A draft may be made anew at every render; only another request is a change.
  useEffect(() => {
    if (!isSame(wireFocus.getState().draft, draft)) wireFocus.setState({ draft });
  }, [draft]);
  useEffect(() => () => wireFocus.setState({ draft: null }), []);
  useEffect(() => {
    if (exchangeId) focusExchange(exchangeId);
  }, [exchangeId]);
}

/** Shows an exchange in the drawer without opening it. */
function focusExchange(exchangeId: string): void {
  wireFocus.setState({ exchangeId });
}

/** Opens the drawer, at an exchange and a tab if they are named; or the Wire panel, where the open panel has no drawer. */
export function openWire(exchangeId?: string | null, tab?: WireTab): void {
  wireFocus.setState({ ...(exchangeId ? { exchangeId } : {}), ...(tab ? { tab } : {}) });
  if (wireFocus.getState().hasDrawer) useLayout.setState({ wireOpen: true });
  else showOnWire(exchangeId ?? null, tab ?? null);
}

interface AskedExchange {
  exchangeId: string;
  tab: WireTab | null;
}

/** An exchange that was asked for away from the Wire panel and waits for it to open. */
const asked = createStore<{ exchange: AskedExchange | null }>(() => ({ exchange: null }));

/** Opens the Wire panel, at an exchange if one is named. */
export function showOnWire(exchangeId: string | null, tab: WireTab | null = null): void {
  if (exchangeId) asked.setState({ exchange: { exchangeId, tab } });
  goTo('wire');
}

/** Takes exchanges that were asked for elsewhere; for the Wire panel. */
export function useAskedExchange(take: (exchange: AskedExchange) => void): void {
  const onAsked = useEffectEvent(take);
  useEffect(() => {
    const look = () => {
      const { exchange } = asked.getState();
      if (exchange === null) return;
      asked.setState({ exchange: null });
      onAsked(exchange);
    };
    look();
    return asked.subscribe(look);
  }, []);
}
