import { useReadTexts } from '../../../lib/corpus/read-texts.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { withDocuments } from '../model/judgments.ts';
import { rankStore, showView, useSet } from '../rerank.ts';
import s from './import-dialog.module.css';
import { useImporting } from './importing.ts';

const kinds = ['auto', 'lines', 'csv', 'jsonl'] as const;

/** Texts before they become documents: how they are read, from which column, and what is wrong with them. */
export function ImportDialog() {
  const t = useStrings().rerank.import;
  const { open, text, kind, column } = useImporting();
  const hasDocuments = useSet().documents.length > 0;
  const read = useReadTexts(open ? text : '', kind, column);
  const count = read?.items.length ?? 0;
  const take = (mode: 'add' | 'replace') => {
    rankStore().change((set) =>
      withDocuments(
        set,
        (read?.items ?? []).map(({ text, fields }) => ({ text, docid: fields._id || undefined })),
        mode,
      ),
    );
    useImporting.setState({ open: false, text: '', kind: 'auto', column: null });
    showView('documents');
  };
  const none = count === 0 ? t.nothing : undefined;
  return (
    <FormDialog
      open={open}
      title={t.title}
      size="lg"
      cancelLabel={t.cancel}
      onCancel={() => useImporting.setState({ open: false })}
      submitLabel={t.add(count)}
      onSubmit={() => take('add')}
      blocked={none}
      others={
        hasDocuments && (
          <Button disabledReason={none} onClick={() => take('replace')}>
            {t.replace}
          </Button>
        )
      }
    >
      <div className={layout.form}>
        <Field label={t.text} hideLabel>
          <TextArea
            value={text}
            onValueChange={(next) => useImporting.setState({ text: next })}
            placeholder={t.placeholder}
            minRows={10}
            maxRows={16}
            mono
            autoFocus
          />
        </Field>
        <div className={s.reading}>
          <Segmented
            label={t.readAs}
            value={kind}
            onValueChange={(next) => useImporting.setState({ kind: next, column: null })}
            options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
          />
          {read && read.columns.length > 0 && (
            <fieldset className={s.columns} aria-label={t.column}>
              <span className={s.found}>{t.column}</span>
              {read.columns.map((name) => (
                <Chip
                  key={name}
                  pressed={name === read.column}
                  onPressedChange={() => useImporting.setState({ column: name })}
                >
                  {name}
                </Chip>
              ))}
            </fieldset>
          )}
          <span role="status" className={s.found}>
            {read && t.found(count, t.kinds[read.kind])}
          </span>
        </div>
        {read && read.problems.length > 0 && (
          <ul className={s.problems}>
            {read.problems.slice(0, 20).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{t.problem(line, message)}</li>
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  );
}
