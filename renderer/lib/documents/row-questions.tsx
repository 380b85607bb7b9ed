import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';

const rowDialogs = lazyModule(() => import('./row-dialogs.tsx'));

/** What a person has to be asked about before it is done to something in a list. */
export type RowQuestion = 'rename' | 'remove';

export interface RowQuestionsProps {
  /** `null` when nothing is asked; the dialogs close then. */
  question: RowQuestion | null;
  /** The name until now. */
  name: string;
  words: {
    renameTitle: string;
    name: string;
    save: string;
    cancel: string;
    removeTitle: string;
    remove: string;
  };
  /** What goes and what stays. */
  removeBody: string;
  onDone: () => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

/**
 * The two questions about a row: its new name, and whether it may go. One pair serves a whole list; it is fetched when it
 * is first drawn, so draw it when something is asked.
 */
export function RowQuestions(props: RowQuestionsProps) {
  const dialogs = useLazyModule(rowDialogs);
  return dialogs && <dialogs.RowDialogs {...props} />;
}
