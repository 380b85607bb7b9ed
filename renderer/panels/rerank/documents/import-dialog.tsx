import { AppError } from '#shared/protocol/failure.ts';
import { askForEncoding } from '../../../lib/corpus/encoding-question.tsx';
import { lastCorpus } from '../../../lib/corpus/last-corpus.ts';
import { readTextFile } from '../../../lib/corpus/read-text-file.ts';
import { useReadTexts } from '../../../lib/corpus/read-texts.ts';
import type { TextsKind } from '../../../lib/corpus/text-column.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { strings, useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { isTestFile } from '../evaluation/test-set.ts';
import { takeTestText } from '../evaluation/test-set-dialog.tsx';
import { withDocuments } from '../model/judgments.ts';
import { withTexts } from '../model/rank-set.ts';
import { rankStore, showView, useSet } from '../store.ts';
import s from './documents.module.css';

interface Importing {
  open: boolean;
  text: string;
  kind: 'auto' | TextsKind;
  column: string | null;
}

/** Longer texts are from files and are not saved: the user still has the file. */
const maxStoredLength = 1_000_000;

/** The content of the dialog. What was typed there survives a reload. */
export const useImporting = persistedStore<Importing>(
  'rerank.import',
  { open: false, text: '', kind: 'auto', column: null },
  { keep: ({ text, kind, column }) => ({ text: text.length > maxStoredLength ? '' : text, kind, column }) },
);

export const askForTexts = (): void => useImporting.setState({ open: true });

/** Previews the documents that a text would add. */
export const importText = (text: string, kind: Importing['kind'] = 'auto'): void =>
  useImporting.setState({ open: true, text, kind, column: null });

/** Reads files one after the other into the dialog. A file that cannot be read is reported and changes nothing. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const texts: string[] = [];
  let kind: Importing['kind'] = 'auto';
  for (const file of files) {
    const read = await readTextFile(file, askForEncoding);
    if ('refusal' in read) {
      if (read.refusal !== null) toast({ intent: 'warn', title: read.refusal });
    }
    // Queries, documents and judgments of a test set are imported together, with their ids.
    else if (isTestFile(read.text)) await takeTestText(read.name, read.text);
    else {
      texts.push(read.text);
      kind = files.length === 1 ? read.kind : 'auto';
    }
  }
  if (texts.length > 0) importText(texts.join('\n'), kind);
}

export async function browseFiles(): Promise<void> {
  await importFiles(await chooseFiles({ accept: '.txt,.md,.csv,.tsv,.jsonl,.ndjson,.json,text/*' }));
}

/**
 * Imports the texts of the corpus that was embedded last, and selects its model for the retrieval if the selected
 * connection has it.
 */
export async function importCorpus(connectionId: string | undefined): Promise<void> {
  const words = strings().rerank.add;
  try {
    const corpus = await lastCorpus();
    if (!corpus) {
      toast({ intent: 'neutral', title: words.noCorpus });
      return;
    }
    const texts = corpus.items.map(({ text }) => text);
    const model = corpus.connectionId === connectionId ? corpus.model : '';
    rankStore().change((set) => ({
      ...withTexts(set, texts, 'add'),
      retrieval: { ...set.retrieval, model: set.retrieval.model || model },
    }));
    showView('documents');
  } catch (thrown) {
    toast({ intent: 'warn', title: words.failed, body: AppError.from(thrown).message });
  }
}

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
