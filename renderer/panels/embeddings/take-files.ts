import { readTextFile } from '../../lib/corpus/read-text-file.ts';
import { chooseFiles } from '../../lib/files/files.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { embeddingsStore } from './embeddings.ts';

/** Takes the texts of one file; what can not be taken is said above the texts, which stay as they are. */
export async function takeFiles(files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) return;
  if (files.length > 1) {
    embeddingsStore().refuse(strings().embeddings.texts.oneFile);
    embeddingsStore().show('texts');
    return;
  }
  const read = await readTextFile(file);
  if ('refusal' in read) embeddingsStore().refuse(read.refusal);
  else {
    // What is there already, typed or embedded, is kept as it is; a file is a corpus of its own.
    const { corpus, opening } = embeddingsStore().getState();
    if (opening || corpus.base || corpus.source.trim() !== '') await embeddingsStore().create();
    embeddingsStore().readAs({ kind: read.kind, column: null });
    embeddingsStore().setSource(read.text, read.name);
  }
  embeddingsStore().show('texts');
}

export async function browse(): Promise<void> {
  await takeFiles(await chooseFiles({ multiple: false, accept: '.txt,.md,.csv,.tsv,.jsonl,.ndjson,.json,text/*' }));
}
