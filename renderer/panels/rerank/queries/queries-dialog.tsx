import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { queriesOf, withAddedQueries } from '../model/queries.ts';
import { rankStore, showView, useSet } from '../rerank.ts';
import { linesOf, useAdding } from './adding.ts';

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
