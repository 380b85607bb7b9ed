import { AppError } from '#shared/protocol/failure.ts';
import { readTextFile } from '../../../lib/corpus/read-text-file.ts';
import type { TextsKind } from '../../../lib/corpus/text-column.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { withTexts } from '../model/rank-set.ts';
import { lab } from '../rerank.ts';
import { showView } from '../view.ts';

interface Importing {
  open: boolean;
  text: string;
  kind: 'auto' | TextsKind;
  column: string | null;
}

/** Longer texts come from files, which stay where they are. */
const mostKept = 1_000_000;

/** What stands in the dialog. What was typed there survives a reload. */
export const useImporting = persistedStore<Importing>(
  'rerank.import',
  { open: false, text: '', kind: 'auto', column: null },
  { keep: ({ text, kind, column }) => ({ text: text.length > mostKept ? '' : text, kind, column }) },
);

export const askForTexts = (): void => useImporting.setState({ open: true });

/** Shows what a text would give before it becomes documents. */
export const importText = (text: string, kind: Importing['kind'] = 'auto'): void =>
  useImporting.setState({ open: true, text, kind, column: null });

/** Reads files one after the other into the dialog. What can not be read is said, and changes nothing. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const texts: string[] = [];
  let kind: Importing['kind'] = 'auto';
  for (const file of files) {
    const read = await readTextFile(file);
    if ('refusal' in read) toast({ intent: 'warn', title: read.refusal });
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
 * Takes the texts of the corpus that was embedded last, and its model for the retrieval where that is a model of the selected
 * connection.
 */
export async function takeCorpus(connectionId: string | undefined): Promise<void> {
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
    lab().change((set) => ({
      ...withTexts(set, texts, 'add'),
      retrieval: { ...set.retrieval, model: set.retrieval.model || model },
    }));
    showView('documents');
  } catch (thrown) {
    toast({ intent: 'warn', title: words.failed, body: AppError.from(thrown).message });
  }
}
