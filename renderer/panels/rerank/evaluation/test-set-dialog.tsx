import { X } from 'lucide-react';
import { useState } from 'react';
import { askForEncoding } from '../../../lib/corpus/encoding-question.tsx';
import { readTextFile } from '../../../lib/corpus/read-text-file.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { strings, useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { countQueries, isSetRunning } from '../model/queries.ts';
import { filled } from '../model/rank-set.ts';
import { rankStore, showView, useSet, useTestFiles } from '../store.ts';
import { type ImportReport, readTestFile, type TestFile, withTestSet } from './test-set.ts';
import s from './test-set-dialog.module.css';

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

/** More documents than most gateways accept in one request. */
const manyDocuments = 1000;

/** The files of a test set before they are imported: what each contains, what is wrong with it, and what matches. */
export function TestSetDialog() {
  const t = useStrings().rerank.evaluation;
  const { open, files } = useTestFiles();
  const set = useSet();
  const [replaces, setReplaces] = useState(false);
  const close = () => useTestFiles.setState({ open: false, files: [] });
  const imported = withTestSet(set, files, replaces);
  const { documents, queries, matching } = imported.report;
  const isEmpty = documents + queries === 0 && (matching?.matched ?? 0) + (matching?.unknownDocuments ?? 0) === 0;
  const hasSome = set.documents.length > 0 || set.query.trim() !== '' || countQueries(set) > 1;
  const count = filled(imported.set.documents).length;
  return (
    <FormDialog
      open={open}
      title={t.title}
      size="lg"
      cancelLabel={t.cancel}
      onCancel={close}
      submitLabel={t.import}
      onSubmit={() => {
        rankStore().change((now) => withTestSet(now, files, replaces).set);
        close();
        showView('queries');
      }}
      blocked={isSetRunning(set) ? t.running : isEmpty ? t.nothing : undefined}
    >
      <div className={layout.form}>
        <ul className={s.files} aria-label={t.files}>
          {files.map((file) => (
            <FileRow key={file.name} file={file} />
          ))}
        </ul>
        <div className={s.acts}>
          <Button onClick={() => void browseTestSet()}>{t.addFile}</Button>
          {hasSome && <Switch checked={replaces} onCheckedChange={setReplaces} label={t.replace} />}
        </div>
        <Report report={imported.report} />
        {count > manyDocuments && !set.retrieval.on && <Note intent="warn">{t.large(formatNumber(count))}</Note>}
      </div>
    </FormDialog>
  );
}

function FileRow({ file }: { file: TestFile }) {
  const { evaluation: t, import: words } = useStrings().rerank;
  const { name, problems } = file;
  const change = (next: TestFile | null) =>
    useTestFiles.setState(({ files }) => ({
      files: files.flatMap((known) => (known === file ? (next ?? []) : known)),
    }));
  return (
    <li className={s.file}>
      <div className={s.line}>
        <span className={`cut-text ${s.name}`} title={name}>
          {name}
        </span>
        {file.role === 'judgments' ? (
          <span>{t.judgments(file.read.judgments.length, t.formats[file.read.format])}</span>
        ) : (
          <>
            <span>{t.entries(file.entries.length)}</span>
            <Segmented
              label={t.readAs(name)}
              value={file.role}
              onValueChange={(next) => change({ ...file, role: next })}
              options={(['queries', 'documents'] as const).map((value) => ({ value, label: t.roles[value] }))}
            />
          </>
        )}
        <span className="space" />
        <IconButton label={t.removeFile(name)} icon={<Icon of={X} size="s" />} size="sm" onClick={() => change(null)} />
      </div>
      {problems.length > 0 && (
        <>
          <p className={s.skipped}>{t.skipped(problems.length)}</p>
          <ul className={s.problems}>
            {problems.slice(0, 20).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{words.problem(line, message)}</li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}

/** What the import adds, and what it cannot match. */
function Report({ report: { documents, queries, known, matching } }: { report: ImportReport }) {
  const t = useStrings().rerank.evaluation.report;
  return (
    <div role="status" className={s.report}>
      {documents + queries > 0 && <p>{t.adds(documents, queries)}</p>}
      {known > 0 && <p>{t.known(known)}</p>}
      {matching && <p>{t.matched(matching.matched)}</p>}
      {matching && matching.unknownDocuments > 0 && (
        <Note intent="warn">{t.unknownDocuments(matching.unknownDocuments)}</Note>
      )}
      {matching && matching.unknownQueries > 0 && (
        <Note intent="warn">{t.unknownQueries(matching.unknownQueries)}</Note>
      )}
    </div>
  );
}
