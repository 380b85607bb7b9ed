import { client } from '../../lib/client/client.ts';
import { notifyFailure } from '../../lib/failures/tell-failure.tsx';
import { strings } from '../../lib/i18n/strings.ts';
import { toast } from '../../lib/page/toasts.ts';
import { exchangeRows } from './rows/use-exchange-rows.ts';
import { compareTwo, wire } from './store.ts';

/** The exchanges that an act is about: those that are chosen, else the one where the keys are. */
function meantIds(): string[] {
  const { chosen, cursorId } = wire.getState();
  return chosen.size > 0 ? [...chosen] : cursorId ? [cursorId] : [];
}

const rowsOf = (ids: readonly string[]) => exchangeRows.store.getState().rows.filter(({ id }) => ids.includes(id));

/** Pins what is meant; when all of it is pinned, takes the pins off. */
export async function pinMeant(): Promise<void> {
  const ids = meantIds();
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

/** Cancels an exchange; what arrived until then is kept. */
export async function stop(id: string): Promise<void> {
  try {
    await client.exchanges.cancel({ id });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Asks whether what is meant should be forgotten. */
export const askToForget = (ids: readonly string[] = meantIds()): void => wire.setState({ forgetting: ids });

export const isAnyPinned = (ids: readonly string[]): number => rowsOf(ids).filter((row) => row.pinned).length;

/** What one question forgets at most. */
const atOnce = 1000;

/** Deletes exchanges for good and moves the keys to the row that stood below them. */
export async function forget(ids: readonly string[]): Promise<void> {
  const gone = new Set(ids);
  const { rows } = exchangeRows.store.getState();
  const last = rows.findLastIndex(({ id }) => gone.has(id));
  const next = rows.slice(last + 1).find(({ id }) => !gone.has(id)) ?? rows.findLast(({ id }) => !gone.has(id));
  try {
    for (let at = 0; at < ids.length; at += atOnce) await client.exchanges.forget({ ids: ids.slice(at, at + atOnce) });
    exchangeRows.drop(gone);
    wire.setState({
      forgetting: [],
      cursorId: next?.id ?? null,
      anchorId: next?.id ?? null,
      chosen: new Set(next ? [next.id] : []),
      firstOfTwo: null,
    });
    toast({ intent: 'ok', title: strings().wirePanel.forget.done(ids.length) });
  } catch (thrown) {
    wire.setState({ forgetting: [] });
    notifyFailure(thrown);
  }
}

/** Compares the two that are chosen; with one chosen, remembers it and waits for the other. */
export function compareMeant(): void {
  const { firstOfTwo, chosen, cursorId } = wire.getState();
  if (chosen.size === 2) {
    const older = rowsOf([...chosen]).sort((one, two) => one.startedAt - two.startedAt);
    const [left, right] = older.length === 2 ? older.map(({ id }) => id) : [...chosen];
    if (left && right) compareTwo(left, right);
    return;
  }
  if (!cursorId) return;
  if (firstOfTwo && firstOfTwo !== cursorId) compareTwo(firstOfTwo, cursorId);
  else wire.setState({ firstOfTwo: cursorId });
}
