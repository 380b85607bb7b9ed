import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DraftInput, ExchangeOrder, Origin } from '#shared/contract/exchanges.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { type Editing, type Edits, useStoredEdits } from './stored-edits.ts';

/** A section of the history. */
export type Section = { kind: 'all' | 'pinned' | 'broken' | 'odd' | 'sessions' } | { kind: 'origin'; origin: Origin };

export type TimeRange = 'all' | 'hour' | 'day' | 'week' | 'month';

export type DetailTab = 'conversation' | 'response' | 'raw' | 'sent' | 'headers' | 'timeline' | 'chunks';

/** The panel's view settings, saved. */
export const useWireLook = persistedStore('wire', {
  view: 'list' as 'list' | 'waterfall',
  range: 'all' as TimeRange,
  tab: 'conversation' as DetailTab,
  /** Selected columns, as names joined by commas; empty for the usual ones. */
  columns: '',
  /** Size of the detail in CSS pixels, beside the table and below it; `null` before a drag. */
  widePx: null as number | null,
  tallPx: null as number | null,
  /** Percentages of table and detail, as earlier releases saved them. */
  wide: null as Record<string, number> | null,
  tall: null as Record<string, number> | null,
});

/** Requests being edited are kept until they are sent, across reloads too. */
interface WireState extends Edits {
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
  ...useStoredEdits.getState(),
  isPasting: false,
  forgetting: [],
}));

wire.subscribe(({ edits, openEdit }, before) => {
  if (edits !== before.edits || openEdit !== before.openEdit) useStoredEdits.setState({ edits, openEdit });
});
// The panel can be loaded before the settings are: what is stored then arrives later.
useStoredEdits.subscribe(({ edits, openEdit }) => {
  const now = wire.getState();
  if (edits !== now.edits || openEdit !== now.openEdit) wire.setState({ edits, openEdit });
});

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
  wire.setState({ cursorId: id, anchorId: id, selected: new Set([id]), compared: null, openEdit: null });

/** Clears every filter. */
export function showEverything(): void {
  selectRange('all');
  wire.setState({ section: { kind: 'all' }, text: '' });
}

export const compareTwo = (leftId: string, rightId: string): void =>
  wire.setState({ compared: { leftId, rightId }, firstOfTwo: null, openEdit: null });

/** Opens a request in the editor; one that is already being edited continues where it was left. */
export function openEditor(key: string, editing: Editing): void {
  wire.setState(({ edits }) => ({
    edits: { ...edits, [key]: edits[key] ?? editing },
    openEdit: key,
    compared: null,
    isPasting: false,
  }));
}

/** Changes the draft that is being edited. */
export const changeDraft = (key: string, change: Partial<DraftInput>): void =>
  wire.setState(({ edits }) => {
    const before = edits[key];
    return before ? { edits: { ...edits, [key]: { ...before, draft: { ...before.draft, ...change } } } } : {};
  });

/** Discards an edited request after it was sent or given up. */
export function dropEdit(key: string): void {
  const { [key]: _gone, ...edits } = wire.getState().edits;
  wire.setState(({ openEdit }) => ({ edits, openEdit: openEdit === key ? null : openEdit }));
}
