import { useNewestFrom } from '../navigation/exchange-origin.ts';
import { useOpenPanel } from '../navigation/open-panel.ts';
import { useWire } from '../navigation/wire-focus.ts';

/**
 * Returns the exchange of the open panel's drawer. After a reload it is the newest made in this panel; never another
 * panel's.
 */
export function useWireExchange(): string | null {
  const panel = useOpenPanel();
  const shown = useWire(({ exchangeIds }) => exchangeIds[panel]);
  const newest = useNewestFrom(panel);
  return shown ?? newest;
}
