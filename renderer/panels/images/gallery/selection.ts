import { createStore } from 'zustand/vanilla';
import { type Chosen, noneChosen } from './choose-cards.ts';

/** The cards that are selected in the gallery. */
export const selection = createStore<Chosen>(() => noneChosen);

export const select = (chosen: Chosen): void => selection.setState(chosen);

/** Ends the selection, unless the shown card is part of it: what the stage shows now is something else. */
export function endSelection(shownId: string | null = null): void {
  if (shownId === null || !selection.getState().ids.has(shownId)) selection.setState(noneChosen);
}

/** At least two and at most four stand side by side. */
export const mostCompared = 4;

/** The generations that are compared now; none while the stage shows something else. */
export const comparing = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

export const compare = (ids: readonly string[]): void => comparing.setState({ ids: ids.slice(0, mostCompared) });
export const endCompare = (): void => comparing.setState({ ids: [] });
