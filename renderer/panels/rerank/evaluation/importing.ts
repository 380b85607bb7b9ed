import { askForEncoding } from '../../../lib/corpus/encoding-question.tsx';
import { readTextFile } from '../../../lib/corpus/read-text-file.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { useTestFiles } from '../rerank.ts';
import { readTestFile } from './test-set.ts';

/** Reads one text of a test set into the dialog, and opens it. @returns whether it is one. */
export async function takeTestText(name: string, text: string): Promise<boolean> {
  const file = await readTestFile(name, text);
  if (!file) return false;
  useTestFiles.setState(({ files }) => ({
    open: true,
    files: [...files.filter((known) => known.name !== name), file],
  }));
  return true;
}

/** Lets the user choose the files of a test set. One that is none is named, and changes nothing. */
export async function browseTestSet(): Promise<void> {
  const words = strings().rerank.evaluation;
  for (const file of await chooseFiles({ accept: '.tsv,.txt,.qrels,.qrel,.jsonl,.ndjson,.json,text/*' })) {
    const read = await readTextFile(file, askForEncoding);
    const refusal =
      'refusal' in read ? read.refusal : (await takeTestText(file.name, read.text)) ? null : words.unknown(file.name);
    if (refusal !== null) toast({ intent: 'warn', title: refusal });
  }
}
