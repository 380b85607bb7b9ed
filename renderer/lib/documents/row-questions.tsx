import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

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

/** The two dialogs of a row: rename, and confirm the removal. One pair serves a whole list. */
export function RowQuestions({ question, name, words, removeBody, onDone, onRename, onRemove }: RowQuestionsProps) {
  return (
    <>
      <RenameDialog
        open={question === 'rename'}
        name={name}
        words={{ title: words.renameTitle, name: words.name, save: words.save, cancel: words.cancel }}
        onDone={(next) => {
          onDone();
          if (next) onRename(next);
        }}
      />
      <ConfirmDialog
        open={question === 'remove'}
        onOpenChange={(open) => open || onDone()}
        title={words.removeTitle}
        body={removeBody}
        confirmLabel={words.remove}
        cancelLabel={words.cancel}
        intent="danger"
        onConfirm={onRemove}
      />
    </>
  );
}

interface RowQuestionsOf<Row> {
  /** The current name of a row. */
  nameOf: (row: Row) => string;
  words: RowQuestionsProps['words'];
  removeBody: (row: Row) => string;
  onRename: (row: Row, name: string) => void;
  onRemove: (row: Row) => void;
}

/** Returns the dialogs for the rows of a list, and what opens one of them about a row. */
export function useRowQuestions<Row>({
  nameOf,
  words,
  removeBody,
  onRename,
  onRemove,
}: RowQuestionsOf<Row>): [dialogs: ReactNode, ask: (row: Row, question: RowQuestion) => void] {
  const [subject, setSubject] = useState<Row | null>(null);
  const [question, setQuestion] = useState<RowQuestion | null>(null);
  const ask = (row: Row, what: RowQuestion) => {
    setSubject(row);
    setQuestion(what);
  };
  const dialogs = subject && (
    <RowQuestions
      question={question}
      name={nameOf(subject)}
      words={words}
      removeBody={removeBody(subject)}
      onDone={() => setQuestion(null)}
      onRename={(name) => onRename(subject, name)}
      onRemove={() => onRemove(subject)}
    />
  );
  return [dialogs, ask];
}
