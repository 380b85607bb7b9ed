import { AppError } from '#shared/protocol/failure.ts';
import { readTextFile } from '../../../lib/corpus/read-text-file.ts';
import type { TextsKind } from '../../../lib/corpus/text-column.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { withTexts } from '../model/rank-set.ts';
import { rankStore, showView } from '../rerank.ts';

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
  const [{ isTestFile }, { askForEncoding }] = await Promise.all([
    import('../evaluation/test-set.ts'),
    import('../../../lib/corpus/encoding-question.tsx'),
  ]);
  for (const file of files) {
    const read = await readTextFile(file, askForEncoding);
    if ('refusal' in read) {
      if (read.refusal !== null) toast({ intent: 'warn', title: read.refusal });
    }
    // Queries, documents and judgments of a test set are imported together, with their ids.
    else if (isTestFile(read.text))
      await (await import('../evaluation/importing.ts')).takeTestText(read.name, read.text);
    else {
      texts.push(read.text);
      kind = files.length === 1 ? read.kind : 'auto';
    }
  }
  if (texts.length > 0) importText(texts.join('\n'), kind);
}

/** Lets the user choose the files of a test set. */
export async function askForTestSet(): Promise<void> {
  const { browseTestSet } = await import('../evaluation/importing.ts');
  await browseTestSet();
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
    const { lastCorpus } = await import('../../../lib/corpus/last-corpus.ts');
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
