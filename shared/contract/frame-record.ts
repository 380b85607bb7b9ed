/** A word of a closed list, a size, or yes or no. */
export type RecordedValue = string | number | boolean | null;

/**
 * What a host writes into the document of the page, so that the frame is drawn in the right theme, language and sizes
 * before the core has responded. Whoever gets the document gets this: it contains words of closed lists, sizes and yes
 * or no, and never the name, the address or the key of anything.
 */
export interface FrameRecord {
  /** Stored settings by name, only the fields that `recorded-settings.ts` of the hosts lists. */
  settings: Record<string, Record<string, RecordedValue>>;
  /** Whether the user has a connection: without one, the page starts on its first screen. */
  hasConnections: boolean;
  /** Whether the connection in use exposes paths of its own: the rail then has one panel more. */
  hasOwnPaths: boolean;
}

/** Whether a connection exposes paths that are not routes of the service. */
export const exposesOwnPaths = (exposedRoutes: readonly string[]): boolean =>
  exposedRoutes.some((entry) => entry === 'custom' || entry.startsWith('/'));

export const themes = ['system', 'light', 'dark'] as const;

/** The attribute of the document's root element that contains the record, as JSON. */
export const frameAttribute = 'data-frame';

/**
 * Reads the record out of a document; `null` when the host wrote none. Each store of the page checks its own values, as it
 * does with stored ones.
 */
export function readFrameRecord(text: string | null): FrameRecord | null {
  return text ? (JSON.parse(text) as FrameRecord) : null;
}
