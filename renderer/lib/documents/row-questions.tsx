import { lazyPart } from '../../ui/base/lazy-module.ts';

/** What the user is asked before an action on a list item. */
export type RowQuestion = 'rename' | 'remove';

export interface RowQuestionsProps {
  /** `null` closes the dialogs. */
  question: RowQuestion | null;
  /** The current name. */
  name: string;
  words: {
    renameTitle: string;
    name: string;
    save: string;
    cancel: string;
    removeTitle: string;
    remove: string;
  };
  /** What is deleted and what is kept. */
  removeBody: string;
  onDone: () => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

/**
 * The two dialogs of a row: rename, and confirm the removal. One pair serves a whole list; its code is fetched when it
 * is first drawn, so draw it only when needed.
 */
export const RowQuestions = lazyPart<RowQuestionsProps>(async () => (await import('./row-dialogs.tsx')).RowDialogs);
