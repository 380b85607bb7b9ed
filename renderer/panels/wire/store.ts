import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DraftInput, Origin } from '#shared/contract/exchanges.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { type Editing, type Edits, useKeptEdits } from './kept-edits.ts';

/** What the list at the left asks for. */
export type Section =
  | { kind: 'all' | 'pinned' | 'broken' | 'odd' | 'sessions' }
  | { kind: 'route'; routeId: RouteId }
  | { kind: 'origin'; origin: Origin };

export type TimeRange = 'all' | 'hour' | 'day' | 'week' | 'month';

export type DetailTab = 'response' | 'raw' | 'sent' | 'headers' | 'timeline' | 'chunks';

/** How the panel looks, as the person left it. */
export const useWireLook = persistedStore('wire', {
  view: 'list' as 'list' | 'waterfall',
  range: 'all' as TimeRange,
  tab: 'response' as DetailTab,
  /** CSS pixels of the detail beside the table and below it; `null` before a drag. */
  widePx: null as number | null,
  tallPx: null as number | null,
  /** Percents of table and detail, as earlier releases kept them. */
  wide: null as Record<string, number> | null,
  tall: null as Record<string, number> | null,
});

/** Requests that are being changed stay until they are sent, over a reload, too. */
export interface WireState extends Edits {
  section: Section;
  /** What stands in the filter field. */
  text: string;
  /** Of what is asked for, when it began at this time or later, milliseconds since 1970. */
  after: number | null;
  /** Where the keys are. */
  cursorId: string | null;
  /** Where a choice of several began. */
  anchorId: string | null;
  chosen: ReadonlySet<string>;
  /** The first of two that are to be compared. */
  firstOfTwo: string | null;
  compared: { leftId: string; rightId: string } | null;
  isPasting: boolean;
  /** Exchanges of which it is asked whether they should be forgotten. */
  forgetting: readonly string[];
}

export const wire = createStore<WireState>(() => ({
  section: { kind: 'all' },
  text: '',
  after: null,
  cursorId: null,
  anchorId: null,
  chosen: new Set<string>(),
  firstOfTwo: null,
  compared: null,
  ...useKeptEdits.getState(),
  isPasting: false,
  forgetting: [],
}));

wire.subscribe(({ edits, openEdit }, before) => {
  if (edits !== before.edits || openEdit !== before.openEdit) useKeptEdits.setState({ edits, openEdit });
});

export const useWireState = <T>(pick: (state: WireState) => T): T => useStore(wire, pick);

const rangeMs: Record<Exclude<TimeRange, 'all'>, number> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};

/** The beginning of a time range, to the minute, so that one question stays one question. */
export const rangeStart = (range: TimeRange, now: number = Date.now()): number | null =>
  range === 'all' ? null : Math.floor((now - rangeMs[range]) / 60_000) * 60_000;

export function chooseRange(range: TimeRange): void {
  useWireLook.setState({ range });
  wire.setState({ after: rangeStart(range) });
}

/** Shows one exchange and nothing else of the panel's other views. */
export const showExchange = (id: string): void =>
  wire.setState({ cursorId: id, anchorId: id, chosen: new Set([id]), compared: null, openEdit: null });

/** Takes every filter away. */
export function showEverything(): void {
  chooseRange('all');
  wire.setState({ section: { kind: 'all' }, text: '' });
}

export const compareTwo = (leftId: string, rightId: string): void =>
  wire.setState({ compared: { leftId, rightId }, firstOfTwo: null, openEdit: null });

/** Opens a request in the editor; one that was already being changed is taken up where it was left. */
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

/** Lets a request go that was sent, or that nobody wants any more. */
export function dropEdit(key: string): void {
  const { [key]: _gone, ...edits } = wire.getState().edits;
  wire.setState(({ openEdit }) => ({ edits, openEdit: openEdit === key ? null : openEdit }));
}
