import { useState } from 'react';
import { readTextFile } from '../../../lib/corpus/read-text-file.ts';
import { useReadTexts } from '../../../lib/corpus/read-texts.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import type { Comparison } from '../model/comparison.ts';
import { withRows } from '../model/run-input.ts';
import { changeComparison, newId } from '../store.ts';
import s from './sheet.module.css';

/** Rows from pasted text or a file: CSV with a header row, JSONL, or one input per line. */
export function ImportDialog({ comparison, onClose }: { comparison: Comparison; onClose: () => void }) {
  const t = useStrings().compare.sheet;
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const read = useReadTexts(text);
  const count = read?.items.length ?? 0;
  const none = count === 0 ? t.nothingRead : undefined;
  const take = (mode: 'add' | 'replace') => {
    if (read) changeComparison((now) => withRows(now, read, mode, newId));
    onClose();
  };
  const browse = async () => {
    const [file] = await chooseFiles({ accept: '.csv,.tsv,.jsonl,.ndjson,.json,.txt' });
    if (!file) return;
    const found = await readTextFile(file);
    setRefusal('refusal' in found ? (found.refusal ?? undefined) : undefined);
    if ('text' in found) setText(found.text);
  };
  return (
    <FormDialog
      title={t.import}
      size="lg"
      cancelLabel={t.cancel}
      onCancel={onClose}
      submitLabel={t.addRows(count)}
      onSubmit={() => take('add')}
      blocked={none}
      others={
        comparison.rows.length > 0 && (
          <Button disabledReason={none} onClick={() => take('replace')}>
            {t.replaceRows}
          </Button>
        )
      }
    >
      <div className={s.form}>
        <Field label={t.importText} hint={t.importHint} error={refusal}>
          <TextArea
            value={text}
            onValueChange={setText}
            placeholder={t.importPlaceholder}
            minRows={9}
            maxRows={14}
            mono
            autoFocus
          />
        </Field>
        <div className={s.bar}>
          <Button size="sm" onClick={() => void browse()}>
            {t.browse}
          </Button>
          <span role="status" className="quiet">
            {read && t.found(count, read.columns.join(', '))}
          </span>
        </div>
        {read && read.problems.length > 0 && (
          <ul className={s.results}>
            {read.problems.slice(0, 10).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{t.problem(line, message)}</li>
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  );
}
