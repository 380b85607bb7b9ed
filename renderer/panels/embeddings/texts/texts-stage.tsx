import { ArrowRight, FileText, FolderOpen, TriangleAlert, X } from 'lucide-react';
import { useStore } from 'zustand';
import { planBatches } from '../../../lib/corpus/batches.ts';
import { askForEncoding } from '../../../lib/corpus/encoding-question.tsx';
import { readTextFile } from '../../../lib/corpus/read-text-file.ts';
import type { TextsKind } from '../../../lib/corpus/text-column.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { strings, useStrings } from '../../../lib/i18n/strings.ts';
import { useLayout, useNarrow } from '../../../lib/preferences/layout.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { EmbedButton } from '../embed.tsx';
import { embeddingsStore, useCorpus } from '../embeddings.ts';
import { loadSample } from './sample-corpus.ts';
import s from './texts-stage.module.css';

const kinds = ['auto', 'lines', 'csv', 'jsonl'] as const satisfies readonly ('auto' | TextsKind)[];

/** Longer sources are read-only: a text field slows down with its length. */
const maxEditableLength = 300_000;
/** Where texts are entered, and how they were read. */
export function TextsStage() {
  const t = useStrings().embeddings.texts;
  const refusal = useStore(embeddingsStore(), (state) => state.refusal);
  const corpus = useCorpus();
  const { source, kind, name } = corpus;
  const isNarrow = useNarrow();
  const listOpen = useLayout((state) => state.listOpen);
  return (
    <section className={s.stage} aria-label={t.title}>
      <header className={s.head}>
        <Segmented
          label={t.kind}
          value={kind}
          onValueChange={(next) => embeddingsStore().readAs({ kind: next, column: null })}
          options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
        />
        <span className="space" />
        {source !== '' && (
          <Button size="sm" intent="quiet" icon={<Icon of={FolderOpen} size="s" />} onClick={() => void browse()}>
            {t.browse}
          </Button>
        )}
        {corpus.run && (
          <Button size="sm" icon={<Icon of={ArrowRight} size="s" />} onClick={() => embeddingsStore().show('map')}>
            {t.toMap}
          </Button>
        )}
      </header>
      {refusal && (
        <div className={s.refusal} role="alert">
          <Note
            intent="bad"
            action={
              <IconButton
                label={t.dismiss}
                icon={<Icon of={X} size="s" />}
                intent="quiet"
                size="sm"
                onClick={() => embeddingsStore().refuse(null)}
              />
            }
          >
            {refusal}
          </Note>
        </div>
      )}
      <div className={s.halves}>
        <div className={s.source}>
          {source.length > maxEditableLength ? (
            <LargeSource source={source} name={name} />
          ) : (
            <textarea
              className={s.area}
              aria-label={t.source}
              data-place="texts"
              placeholder={t.placeholder}
              spellCheck={false}
              value={source}
              onChange={({ target }) => embeddingsStore().setSource(target.value)}
            />
          )}
        </div>
        {source === '' ? <Idle /> : <SourcePreview />}
      </div>
      <footer className={s.foot}>
        <span className={s.quiet}>{t.foot}</span>
        <span className="space" />
        {/* The list beside it has the same button, and one is enough. */}
        {(isNarrow || !listOpen) && <EmbedButton />}
      </footer>
    </section>
  );
}

/** Shown while there are no texts yet: what can be added. */
function Idle() {
  const t = useStrings().embeddings.texts;
  return (
    <div className={s.pane}>
      <EmptyState
        title={t.idleTitle}
        level={2}
        actions={
          <>
            <Button intent="primary" icon={<Icon of={FolderOpen} size="s" />} onClick={() => void browse()}>
              {t.browse}
            </Button>
            <Button onClick={() => loadSample(embeddingsStore().current().id)}>{t.sample}</Button>
          </>
        }
      >
        <p>{t.idleBody}</p>
        <ul className={s.ways}>
          {t.idleWays.map((way) => (
            <li key={way}>{way}</li>
          ))}
        </ul>
      </EmptyState>
    </div>
  );
}

/** A source too long for a text field: it is shown, and can be cleared. */
function LargeSource({ source, name }: { source: string; name: string }) {
  const t = useStrings().embeddings.texts;
  return (
    <>
      <div className={s.file}>
        <Icon of={FileText} size="s" />
        <b className="cut-text">{name || t.pasted}</b>
        <span className={s.quiet}>{formatBytes(source.length)}</span>
        <span className="space" />
        <Button size="sm" intent="quiet" onClick={() => embeddingsStore().setSource('', '')}>
          {t.clear}
        </Button>
      </div>
      <CodeView text={source} label={t.source} />
    </>
  );
}

const shownTexts = 5;

/** How the source was read: its kind, its column, the first texts, and every line that was left out. */
function SourcePreview() {
  const t = useStrings().embeddings.texts;
  const reading = useStore(embeddingsStore(), (state) => state.reading);
  const corpus = useCorpus();
  const { items: most, characters } = corpus.batch;
  const { kind, columns, column, items, problems } = corpus.read;
  const texts = items.map(({ text }) => text);
  const lengths = texts.map(({ length }) => length);
  const longest = lengths.reduce((longer, length) => Math.max(longer, length), 0);
  return (
    <div className={s.pane} aria-busy={reading}>
      <div className={s.facts} role="status">
        <Badge intent={items.length > 0 ? 'ok' : 'warn'}>{t.understood(items.length, t.kinds[kind])}</Badge>
        <span>{t.sizes(formatNumber(longest), planBatches(texts, { items: most, characters }).length)}</span>
      </div>
      {columns.length > 1 && (
        <div className={s.column}>
          <Field label={t.column} layout="row">
            <Select
              value={column ?? ''}
              onValueChange={(next) => embeddingsStore().readAs({ column: next })}
              options={columns.map((name) => ({ value: name, label: name }))}
              label={t.column}
              mono
            />
          </Field>
        </div>
      )}
      <h2 className={s.caption}>{t.first}</h2>
      <ol className={s.first}>
        {items.slice(0, shownTexts).map(({ text, line }) => (
          <li key={line}>
            <span className="num">{line}</span>
            <span className="cut-text" title={text}>
              {text}
            </span>
          </li>
        ))}
      </ol>
      {problems.length > 0 && (
        <>
          <h2 className={s.caption}>
            <Icon of={TriangleAlert} size="s" />
            {t.problems(problems.length)}
          </h2>
          <div className={s.problems}>
            <VirtualList
              label={t.problems(problems.length)}
              items={problems.map((problem, place) => ({ ...problem, place }))}
              itemKey={({ place }) => String(place)}
              rowHeight={36}
              measured
              renderItem={({ line, message }) => (
                <div className={s.problem}>
                  <span className={s.where}>{t.line(line)}</span>
                  <span>{message}</span>
                </div>
              )}
            />
          </div>
        </>
      )}
    </div>
  );
}

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
    const { run, source } = embeddingsStore().current();
    const needsNew = embeddingsStore().getState().opening || run || source.trim() !== '';
    if (needsNew && !(await embeddingsStore().create())) return;
    embeddingsStore().readAs({ kind: read.kind, column: null });
    embeddingsStore().setSource(read.text, read.name);
  }
  embeddingsStore().show('texts');
}

async function browse(): Promise<void> {
  await readFiles(await chooseFiles({ multiple: false, accept: '.txt,.md,.csv,.tsv,.jsonl,.ndjson,.json,text/*' }));
}
