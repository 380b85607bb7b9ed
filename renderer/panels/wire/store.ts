import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ExchangeOrder, Origin } from '#shared/contract/exchanges.ts';
import type { WireTab } from '../../lib/navigation/wire-focus.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';

/** A section of the history. */
export type Section = { kind: 'all' | 'pinned' | 'broken' | 'odd' | 'sessions' } | { kind: 'origin'; origin: Origin };

export type TimeRange = 'all' | 'hour' | 'day' | 'week' | 'month';

/** What earlier versions called the tabs. */
const earlierTabs: Record<string, WireTab> = {
  conversation: 'reply',
  raw: 'response',
  sent: 'request',
  headers: 'request',
  timeline: 'timing',
  chunks: 'timing',
};

/** Returns the tab that was saved under a name, by this or an earlier version. */
export const tabOf = (saved: string): WireTab => earlierTabs[saved] ?? (saved as WireTab);

/** The panel's view settings, saved. */
export const useWireLook = persistedStore('wire', {
  view: 'list' as 'list' | 'waterfall',
  range: 'all' as TimeRange,
  tab: 'reply' as WireTab,
  /** Selected columns, as names joined by commas; empty for the usual ones. */
  columns: '',
  /** Size of the detail in CSS pixels, beside the table and below it; `null` before a drag. */
  widePx: null as number | null,
  tallPx: null as number | null,
  /** Percentages of table and detail, as earlier releases saved them. */
  wide: null as Record<string, number> | null,
  tall: null as Record<string, number> | null,
});

interface WireState {
  section: Section;
  /** How the list is sorted; `null` for newest first. */
  order: ExchangeOrder | null;
  /** The text of the filter field. */
  text: string;
  /** Shows only exchanges that began at this time or later, milliseconds since 1970. */
  after: number | null;
  /** The row with the keyboard cursor. */
  cursorId: string | null;
  /** Where a range selection began. */
  anchorId: string | null;
  selected: ReadonlySet<string>;
  /** The first of two exchanges to compare. */
  firstOfTwo: string | null;
  compared: { leftId: string; rightId: string } | null;
  isPasting: boolean;
  /** Exchanges whose deletion awaits confirmation. */
  forgetting: readonly string[];
}

export const wire = createStore<WireState>(() => ({
  section: { kind: 'all' },
  order: null,
  text: '',
  after: null,
  cursorId: null,
  anchorId: null,
  selected: new Set<string>(),
  firstOfTwo: null,
  compared: null,
  isPasting: false,
  forgetting: [],
}));

export const useWireState = <T>(pick: (state: WireState) => T): T => useStore(wire, pick);

const rangeMs: Record<Exclude<TimeRange, 'all'>, number> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};

/** Returns the start of a time range, rounded to the minute so that the query stays the same. */
export const rangeStart = (range: TimeRange, now: number = Date.now()): number | null =>
  range === 'all' ? null : Math.floor((now - rangeMs[range]) / 60_000) * 60_000;

export function selectRange(range: TimeRange): void {
  useWireLook.setState({ range });
  wire.setState({ after: rangeStart(range) });
}

/** Shows one exchange and closes the panel's other views. */
export const showExchange = (id: string): void =>
  wire.setState({ cursorId: id, anchorId: id, selected: new Set([id]), compared: null });

/** Clears every filter. */
export function showEverything(): void {
  selectRange('all');
  wire.setState({ section: { kind: 'all' }, text: '' });
}

export const compareTwo = (leftId: string, rightId: string): void =>
  wire.setState({ compared: { leftId, rightId }, firstOfTwo: null });
