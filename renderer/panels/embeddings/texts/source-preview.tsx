import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { planBatches } from '../../../lib/corpus/batches.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { embeddingsStore, useCorpus } from '../embeddings.ts';
import s from './source-preview.module.css';

const shownTexts = 5;

/** How the source was read: its kind, its column, the first texts, and every line that was left out. */
export function SourcePreview() {
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
