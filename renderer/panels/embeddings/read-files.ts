import { askForEncoding } from '../../lib/corpus/encoding-question.tsx';
import { readTextFile } from '../../lib/corpus/read-text-file.ts';
import { chooseFiles } from '../../lib/files/files.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { embeddingsStore } from './embeddings.ts';

/** Reads the texts of one file; if it cannot be read, the reason is shown above the texts, which stay as they are. */
export async function readFiles(files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) return;
  if (files.length > 1) {
    embeddingsStore().refuse(strings().embeddings.texts.oneFile);
    embeddingsStore().show('texts');
    return;
  }
  const read = await readTextFile(file, askForEncoding);
  if ('refusal' in read) embeddingsStore().refuse(read.refusal);
  else {
    // Existing texts and vectors are kept; a file becomes a corpus of its own.
    const { base, source } = embeddingsStore().current();
    const needsNew = embeddingsStore().getState().opening || base || source.trim() !== '';
    if (needsNew && !(await embeddingsStore().create())) return;
    embeddingsStore().readAs({ kind: read.kind, column: null });
    embeddingsStore().setSource(read.text, read.name);
  }
  embeddingsStore().show('texts');
}

export async function browse(): Promise<void> {
  await readFiles(await chooseFiles({ multiple: false, accept: '.txt,.md,.csv,.tsv,.jsonl,.ndjson,.json,text/*' }));
}
