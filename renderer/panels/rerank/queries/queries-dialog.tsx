import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { queriesOf, withAddedQueries } from '../model/queries.ts';
import { rankStore, showView, useSet } from '../rerank.ts';
import { linesOf, useAdding } from './adding.ts';

/** Queries before they are added: one per line. */
export function QueriesDialog() {
  const { dialog: t, count } = useStrings().rerank.queries;
  const { open, text } = useAdding();
  const hasQueries = queriesOf(useSet()).some(({ query }) => query.trim() !== '');
  const lines = linesOf(text);
  const close = () => useAdding.setState({ open: false });
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
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={t.title}
      closeLabel={t.cancel}
      footer={
        <>
          <Button onClick={close}>{t.cancel}</Button>
          {hasQueries && (
            <Button disabledReason={none} onClick={() => take('replace')}>
              {t.replace}
            </Button>
          )}
          <Button intent="primary" disabledReason={none} onClick={() => take('add')}>
            {t.add(lines.length)}
          </Button>
        </>
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
    </Dialog>
  );
}
