import { createStore } from 'zustand/vanilla';
import type { SelectHow } from '../../../ui/lists/virtual-list.tsx';

/** The selected cards, and the active one. */
export interface Chosen {
  ids: ReadonlySet<string>;
  /** The card that keys act on. */
  at: string | null;
  /** Anchor of a range selected with Shift. */
  from: string | null;
}

export const noneChosen: Chosen = { ids: new Set(), at: null, from: null };

/** The selection of the gallery. */
export const selection = createStore<Chosen>(() => noneChosen);

/** Clears the selection unless it contains the shown card: the stage now shows something else. */
export function endSelection(shownId: string | null = null): void {
  if (shownId === null || !selection.getState().ids.has(shownId)) selection.setState(noneChosen);
}

export const chooseOne = (id: string): Chosen => ({ ids: new Set([id]), at: id, from: id });

/**
 * Returns the selection after a card was pressed or reached with a key: the card alone, the range from the anchor to it
 * (Shift), or with the card toggled (Ctrl).
 *
 * @param order the ids of all cards, as they are listed.
 */
export function chooseCard(before: Chosen, order: readonly string[], id: string, how: SelectHow): Chosen {
  if (how.extend) {
    const from = before.from ?? before.at ?? id;
    const [start, end] = [order.indexOf(from), order.indexOf(id)].sort((first, second) => first - second);
    return { ids: new Set(order.slice(Math.max(0, start ?? 0), (end ?? 0) + 1)), at: id, from };
  }
  if (!how.toggle) return chooseOne(id);
  const ids = new Set(before.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, at: id, from: id };
}

export const chooseAll = (order: readonly string[], { at }: Chosen): Chosen => ({
  ids: new Set(order),
  at: at ?? order[0] ?? null,
  from: order[0] ?? null,
});

/** The generations with an image in the order of the gallery, as filtered now: the stage steps through them. */
export const imageOrder = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** The generations that will be deleted when the user confirms. */
export const pendingDelete = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Asks for confirmation before deleting; the deletion can be undone for a while. */
export const confirmDelete = (ids: readonly string[]): void => pendingDelete.setState({ ids });
