import { createStore } from 'zustand/vanilla';
import { type Chosen, noneChosen } from './choose-cards.ts';

/** The cards that are selected in the gallery. */
export const selection = createStore<Chosen>(() => noneChosen);

export const select = (chosen: Chosen): void => selection.setState(chosen);

/** Ends the selection, unless the shown card is part of it: what the stage shows now is something else. */
export function endSelection(shownId: string | null = null): void {
  if (shownId === null || !selection.getState().ids.has(shownId)) selection.setState(noneChosen);
}
