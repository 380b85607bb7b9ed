import { createStore } from 'zustand/vanilla';

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

export const select = (chosen: Chosen): void => selection.setState(chosen);

/** Clears the selection unless it contains the shown card: the stage now shows something else. */
export function endSelection(shownId: string | null = null): void {
  if (shownId === null || !selection.getState().ids.has(shownId)) selection.setState(noneChosen);
}

export const chooseOne = (id: string): Chosen => ({ ids: new Set([id]), at: id, from: id });

export function toggleOne({ ids }: Chosen, id: string): Chosen {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, at: id, from: id };
}

/** Extends the selection from its anchor to this card, in the order of the list. */
export function extendTo(order: readonly string[], { from, at }: Chosen, id: string): Chosen {
  const start = order.indexOf(from ?? at ?? id);
  const end = order.indexOf(id);
  const ids = new Set(order.slice(Math.max(0, Math.min(start, end)), Math.max(start, end) + 1));
  return { ids, at: id, from: from ?? at ?? id };
}

export const chooseAll = (order: readonly string[], { at }: Chosen): Chosen => ({
  ids: new Set(order),
  at: at ?? order[0] ?? null,
  from: order[0] ?? null,
});

/** The generations with an image in the reading order of the gallery, as filtered now: the stage steps through them. */
export const imageOrder = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** The generations that will be deleted when the user confirms. */
export const pendingDelete = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Asks for confirmation before deleting; the deletion can be undone for a while. */
export const confirmDelete = (ids: readonly string[]): void => pendingDelete.setState({ ids });
