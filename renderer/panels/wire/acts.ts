import { client } from '../../lib/client/client.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { notifyFailure } from '../../lib/failures/failure-text.tsx';
import { saveFile } from '../../lib/files/files.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { copyCurl, editExchange, replay } from '../../lib/inspector/wire-acts.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { exchangeRows } from './rows/use-exchange-rows.ts';
import { compareTwo, useWireState, wire } from './store.ts';

/** The exchanges an action applies to: the selected ones, else the one under the cursor. */
function targetIds(): string[] {
  const { selected, cursorId } = wire.getState();
  return selected.size > 0 ? [...selected] : cursorId ? [cursorId] : [];
}

const rowsOf = (ids: readonly string[]) => exchangeRows.store.getState().rows.filter(({ id }) => ids.includes(id));

/** Pins the targeted exchanges; unpins them when all of them are pinned. */
export async function pinTargets(): Promise<void> {
  const ids = targetIds();
  const pinned = !rowsOf(ids).every((row) => row.pinned);
  await pin(ids, pinned);
}

export async function pin(ids: readonly string[], pinned: boolean): Promise<void> {
  try {
    await Promise.all(ids.map((id) => client.exchanges.pin({ id, pinned })));
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Cancels an exchange; what has arrived by then is kept. */
export async function stop(id: string): Promise<void> {
  try {
    await client.exchanges.cancel({ id });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Asks for confirmation before the targeted exchanges are deleted. */
export const confirmForget = (ids: readonly string[] = targetIds()): void => wire.setState({ forgetting: ids });

export const isAnyPinned = (ids: readonly string[]): number => rowsOf(ids).filter((row) => row.pinned).length;

/** The most exchanges one call deletes. */
const deleteBatchSize = 1000;

/** Deletes exchanges permanently and moves the cursor to the row below them. */
export async function forget(ids: readonly string[]): Promise<void> {
  const deleted = new Set(ids);
  const { rows } = exchangeRows.store.getState();
  const last = rows.findLastIndex(({ id }) => deleted.has(id));
  const next = rows.slice(last + 1).find(({ id }) => !deleted.has(id)) ?? rows.findLast(({ id }) => !deleted.has(id));
  try {
    for (let at = 0; at < ids.length; at += deleteBatchSize)
      await client.exchanges.forget({ ids: ids.slice(at, at + deleteBatchSize) });
    exchangeRows.drop(deleted);
    wire.setState({
      forgetting: [],
      cursorId: next?.id ?? null,
      anchorId: next?.id ?? null,
      selected: new Set(next ? [next.id] : []),
      firstOfTwo: null,
    });
    toast({ intent: 'ok', title: strings().wirePanel.forget.done(ids.length) });
  } catch (thrown) {
    wire.setState({ forgetting: [] });
    notifyFailure(thrown);
  }
}

/** Compares the two selected exchanges; with only one, remembers it and waits for the other. */
export function compareTargets(): void {
  const { firstOfTwo, selected, cursorId } = wire.getState();
  if (selected.size === 2) {
    const older = rowsOf([...selected]).sort((one, two) => one.startedAt - two.startedAt);
    const [left, right] = older.length === 2 ? older.map(({ id }) => id) : [...selected];
    if (left && right) compareTwo(left, right);
    return;
  }
  if (!cursorId) return;
  if (firstOfTwo && firstOfTwo !== cursorId) compareTwo(firstOfTwo, cursorId);
  else wire.setState({ firstOfTwo: cursorId });
}

/** The most exchanges one file contains. */
const maxExported = 5000;

/** Saves the selected exchanges as HAR when several are selected, else all that match the filter. */
export function useSaveHar() {
  const { busy, run } = useAction(saveHar);
  return { busy, save: () => run() };
}

async function saveHar(): Promise<void> {
  const t = strings().wirePanel;
  const { selected } = wire.getState();
  const ids = selected.size > 1 ? [...selected].slice(0, maxExported) : await exchangeRows.loadUpTo(maxExported);
  if (ids.length === 0) {
    toast({ intent: 'warn', title: t.harNothing });
    return;
  }
  try {
    const name = await saveFile(await client.exchanges.har({ ids }));
    if (name === null) return;
    const { rows, isWhole } = exchangeRows.store.getState();
    const isCut = selected.size > 1 ? selected.size > maxExported : rows.length > maxExported || !isWhole;
    toast({ intent: 'ok', title: t.harSaved(ids.length, name), ...(isCut ? { body: t.harCut } : {}) });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** The actions of the table; they apply to the exchange under the cursor, or to all selected ones. */
export function WireKeys() {
  const hasCursor = useWireState((state) => state.cursorId !== null);
  const withCursor = (act: (id: string) => unknown) => () => {
    const { cursorId } = wire.getState();
    if (cursorId) act(cursorId);
  };
  useShortcut('wire.replay', withCursor(replay), hasCursor);
  useShortcut('wire.edit', withCursor(editExchange), hasCursor);
  useShortcut('wire.curl', withCursor(copyCurl), hasCursor);
  useShortcut('wire.pin', () => void pinTargets(), hasCursor);
  useShortcut('wire.compare', compareTargets, hasCursor);
  useShortcut('wire.forget', () => confirmForget(), hasCursor);
  useShortcut('wire.har', () => void saveHar());
  return null;
}
