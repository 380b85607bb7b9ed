import { useStrings } from '../../../lib/i18n/strings.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { queriesOf, withAddedQueries } from '../model/queries.ts';
import { rankStore, showView, useSet } from '../store.ts';

/** Longer texts are not saved: they were pasted, and the user still has them. */
const maxStoredLength = 1_000_000;

/** The dialog that adds queries. What was typed there survives a reload. */
export const useAdding = persistedStore(
  'rerank.queries',
  { open: false, text: '' },
  { keep: ({ text }) => ({ text: text.length > maxStoredLength ? '' : text }) },
);

/** Opens the dialog, with a text to add to what was typed there. */
export const askForQueries = (text = ''): void =>
  useAdding.setState((before) => ({
    open: true,
    text: text === '' || before.text.trim() === '' ? text || before.text : `${before.text.trimEnd()}\n${text}`,
  }));

/** Returns the queries of a text: one per line, blank lines left out. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Queries before they are added: one per line. */
export function QueriesDialog() {
  const { dialog: t, count } = useStrings().rerank.queries;
  const { open, text } = useAdding();
  const hasQueries = queriesOf(useSet()).some(({ query }) => query.trim() !== '');
  const lines = linesOf(text);
  const take = (mode: 'add' | 'replace') => {
    rankStore().change((set) =>
      withAddedQueries(
        set,
        lines.map((query) => ({ query })),
        mode,
      ),
    );
    useAdding.setState({ open: false, text: '' });
    showView('queries');
  };
  const none = lines.length === 0 ? t.nothing : undefined;
  return (
    <FormDialog
      open={open}
      title={t.title}
      cancelLabel={t.cancel}
      onCancel={() => useAdding.setState({ open: false })}
      submitLabel={t.add(lines.length)}
      onSubmit={() => take('add')}
      blocked={none}
      others={
        hasQueries && (
          <Button disabledReason={none} onClick={() => take('replace')}>
            {t.replace}
          </Button>
        )
      }
    >
      <Field label={t.text} hideLabel hint={lines.length > 0 ? count(lines.length) : undefined}>
        <TextArea
          value={text}
          onValueChange={(next) => useAdding.setState({ text: next })}
          placeholder={t.placeholder}
          minRows={8}
          maxRows={16}
          autoFocus
        />
      </Field>
    </FormDialog>
  );
}
