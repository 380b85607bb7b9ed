import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import type { Card } from '../model/card-note.ts';

const leaving = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Asks before anything is deleted; what was deleted can be brought back for a while. */
export const askToDelete = (ids: readonly string[]): void => leaving.setState({ ids });

const Question = lazyPart(async () => (await import('./delete-question.tsx')).DeleteQuestion);

/** The question, mounted once by the panel. */
export function DeleteCards({ cards }: { cards: readonly Card[] }) {
  const ids = useStore(leaving, (state) => state.ids);
  return ids.length > 0 && <Question ids={ids} cards={cards} onClose={() => askToDelete([])} />;
}
