import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { useLayout } from '../preferences/layout.ts';
import { createHandOff, useHandOff } from './hand-off.ts';
import { goTo, openPanel } from './open-panel.ts';

/** The places of an exchange. */
export type WireTab = 'reply' | 'request' | 'response' | 'events' | 'timing';

/** What the wire drawer shows. */
export interface WireFocus {
  /** What the open panel would send now. */
  draft: DraftInput | null;
  /** The exchange whose record each panel's drawer shows: the panel's newest, or one that the user opened there. */
  exchangeIds: Readonly<Record<string, string>>;
  tab: WireTab;
  /** The request as it would be sent now, or as it was sent; `null`: as it was sent, once it was. */
  requestView: 'preview' | 'sent' | null;
  /** The open panel has the drawer. */
  hasDrawer: boolean;
}

export const wireFocus = createStore<WireFocus>(() => ({
  draft: null,
  exchangeIds: {},
  tab: 'request',
  requestView: null,
  hasDrawer: false,
}));

export const useWire = <T>(pick: (focus: WireFocus) => T): T => useStore(wireFocus, pick);

/**
 * Binds the drawer to a panel while it is mounted: the current draft (the preview follows every change) and the
 * exchange it shows. A new exchange replaces the shown one; the last one is back when the panel is opened again.
 */
export function useWireFocus(draft: DraftInput | null, exchangeId: string | null): void {
  // A draft may be created again at every render; only a different request is a change.
  useEffect(() => {
    if (!isSame(wireFocus.getState().draft, draft)) wireFocus.setState({ draft });
  }, [draft]);
  useEffect(() => () => wireFocus.setState({ draft: null }), []);
  useEffect(() => {
    if (exchangeId) focusExchange(exchangeId);
  }, [exchangeId]);
}

/** Shows an exchange in the drawer of the open panel without opening it. */
function focusExchange(exchangeId: string): void {
  const { id } = openPanel.getState();
  wireFocus.setState(({ exchangeIds }) => ({ exchangeIds: { ...exchangeIds, [id]: exchangeId } }));
}

/** Opens the drawer, at an exchange and a tab if they are named; or the Wire panel, where the open panel has no drawer. */
export function openWireRecord(exchangeId?: string | null, tab?: WireTab): void {
  if (exchangeId) focusExchange(exchangeId);
  if (tab) wireFocus.setState({ tab });
  if (wireFocus.getState().hasDrawer) useLayout.setState({ wireOpen: true });
  else showOnWire(exchangeId ?? null, tab ?? null);
}

interface RequestedExchange {
  exchangeId: string;
  tab: WireTab | null;
}

/** An exchange, or the field for a cURL command, that was requested outside the Wire panel. */
const requestedExchange = createHandOff<RequestedExchange>();
const requestedCurl = createHandOff<object>();

/** Opens the Wire panel, at an exchange if one is named. */
export function showOnWire(exchangeId: string | null, tab: WireTab | null = null): void {
  if (exchangeId) requestedExchange.give({ exchangeId, tab });
  goTo('wire');
}

/** Receives exchanges that were requested elsewhere; for the Wire panel. */
export const useRequestedExchange = (take: (exchange: RequestedExchange) => void): void =>
  useHandOff(requestedExchange, take);

/** Opens the Wire panel with the field for a cURL command. */
export function requestCurl(): void {
  requestedCurl.give({});
  goTo('wire');
}

/** Opens that field when it is requested; for the Wire panel. */
export const useRequestedCurl = (open: () => void): void => useHandOff(requestedCurl, open);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns whether two JSON values are equal. Far cheaper than serializing both: long texts are only compared. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isRecord(one) || !isRecord(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
