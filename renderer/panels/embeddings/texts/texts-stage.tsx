import { ArrowRight, FolderOpen, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { TextsKind } from '../../../lib/corpus/text-column.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useLayout, useNarrow } from '../../../lib/preferences/layout.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { EmbedButton } from '../embed-button.tsx';
import { embeddingsStore, useCorpus } from '../embeddings.ts';
import u from './source-preview.module.css';
import s from './texts-stage.module.css';

const kinds = ['auto', 'lines', 'csv', 'jsonl'] as const satisfies readonly ('auto' | TextsKind)[];

/** Longer sources are read-only: a text field slows down with its length. */
const maxEditableLength = 300_000;
const SourcePreview = lazyPart(async () => (await import('./source-preview.tsx')).SourcePreview);
const LargeSource = lazyPart(async () => (await import('./large-source.tsx')).LargeSource);

/** Into the texts that are open now. */
function loadSample(): void {
  const { id } = embeddingsStore().current();
  void import('./sample-corpus.ts').then((sample) => sample.loadSample(id));
}

const browse = () => void import('../read-files.ts').then((files) => files.browse());

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
          <Button size="sm" intent="quiet" icon={<Icon of={FolderOpen} size="s" />} onClick={browse}>
            {t.browse}
          </Button>
        )}
        {corpus.base && (
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
    <div className={u.pane}>
      <EmptyState
        title={t.idleTitle}
        level={2}
        actions={
          <>
            <Button intent="primary" icon={<Icon of={FolderOpen} size="s" />} onClick={browse}>
              {t.browse}
            </Button>
            <Button onClick={loadSample}>{t.sample}</Button>
          </>
        }
      >
        <p>{t.idleBody}</p>
        <ul className={u.ways}>
          {t.idleWays.map((way) => (
            <li key={way}>{way}</li>
          ))}
        </ul>
      </EmptyState>
    </div>
  );
}
