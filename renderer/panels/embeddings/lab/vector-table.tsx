import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { lineOf } from '../../../lib/failures/failures.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { useCorpus } from '../embeddings.ts';
import { lookAt, toggleSelected, useSelection } from '../selection.ts';
import { useAnalysis, useEmbeddingsView } from './analysis.ts';
import { usePalette } from './canvas.ts';
import { type Mark, MarkSwatch, marksOf } from './coloring.tsx';
import { columnsFor, type SortColumn, sortRows, type TableColumn, type VectorRow, vectorRows } from './table-rows.ts';
import { useColoring, useShown } from './use-shown.ts';
import s from './vector-table.module.css';

const sortable: readonly string[] = ['place', 'dimensions', 'norm', 'tokens', 'cosine'] satisfies SortColumn[];

/** One row per text with the facts of its vector, filtered by the map's selection and query. */
export function VectorTable({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.table;
  const items = useCorpus((corpus) => corpus.run?.items);
  const fields = useCorpus((corpus) => corpus.read.items);
  const { nearest, places, rowOf } = useAnalysis((state) => state);
  const focus = useSelection((state) => state.focus);
  const chosen = useSelection((state) => state.chosen);
  const ranking = useSelection((state) => state.ranking);
  const coloring = useColoring();
  const marks = marksOf(coloring, usePalette());
  const shown = useShown(texts);
  const columns = useMemo(() => columnsFor(items ?? [], coloring.column !== null), [items, coloring.column]);
  const { sort: asked } = useEmbeddingsView();
  const sort = columns.includes(asked.column) ? asked : { column: 'place' as const, descending: false };
  const rows = sortRows(
    vectorRows({ texts, items: items ?? [], nearest, places, rowOf, of: coloring.of, shown, ranking }),
    ranking ? null : sort,
  );
  const nameOf = (column: TableColumn) => (column === 'group' ? (coloring.column ?? '') : t.columns[column]);
  return (
    <div className={s.table}>
      <div className={s.header}>
        {columns.map((column) => (
          <span key={column} className={s[column]}>
            {sortable.includes(column) ? (
              <button
                type="button"
                className={s.sort}
                aria-label={t.sortBy(nameOf(column))}
                aria-pressed={sort.column === column}
                onClick={() =>
                  useEmbeddingsView.setState({
                    sort: { column: column as SortColumn, descending: sort.column === column && !sort.descending },
                  })
                }
              >
                {column === 'cosine' && ranking ? t.toQuery : nameOf(column)}
                {sort.column === column && !ranking && <Icon of={sort.descending ? ArrowDown : ArrowUp} size="xs" />}
              </button>
            ) : (
              nameOf(column)
            )}
          </span>
        ))}
      </div>
      {rows.length === 0 ? (
        <p className={s.empty}>{t.empty}</p>
      ) : (
        <VirtualList
          label={t.title}
          items={rows}
          itemKey={({ place }) => String(place)}
          rowHeight={29}
          selectedKey={focus === null ? null : String(focus)}
          {...(chosen ? { chosenKeys: new Set(Array.from(chosen, String)) } : {})}
          onSelect={({ place }, { toggle }) => (toggle ? toggleSelected(place) : lookAt(place))}
          onOpen={({ item }) => item?.exchangeId && openWireRecord(item.exchangeId, 'response')}
          renderItem={(row, { selected }) => (
            <Row
              row={row}
              columns={columns}
              mark={marks[row.group ?? -1]}
              group={fields[row.place]?.fields[coloring.column ?? ''] ?? ''}
              near={texts[row.nearest ?? -1] ?? ''}
              isOn={selected}
            />
          )}
        />
      )}
    </div>
  );
}

interface RowProps {
  row: VectorRow;
  columns: readonly TableColumn[];
  mark: Mark | undefined;
  group: string;
  near: string;
  isOn: boolean;
}

function Row({ row, columns, mark, group, near, isOn }: RowProps) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.embeddings.table;
  const { place, text, item, norm, cosine } = row;
  return (
    <div className={classes(s.row, isOn && s.on)}>
      <span className={classes('num', s.place)}>{formatNumber(place + 1)}</span>
      <span className={s.text} title={text}>
        {text}
      </span>
      {item?.failure && !item.vector ? (
        <span className={s.failure} title={item.failure.message}>
          {lineOf(item.failure, language, words)}
        </span>
      ) : (
        <>
          {columns.includes('group') && (
            <span className={s.group}>
              {mark && <MarkSwatch mark={mark} />}
              <span className="cut-text" title={group}>
                {group}
              </span>
            </span>
          )}
          {columns.includes('dimensions') && (
            <span className={classes('mono-s', s.dimensions)}>
              {item?.vector ? formatNumber(item.vector.length) : '–'}
            </span>
          )}
          {columns.includes('norm') && (
            <span className={classes('mono-s', s.norm)}>{norm === null ? '–' : norm.toFixed(4)}</span>
          )}
          {columns.includes('tokens') && (
            <span className={classes('mono-s', s.tokens)} title={item?.isShare ? t.share : undefined}>
              {item?.tokens == null
                ? '–'
                : item.isShare
                  ? `≈ ${formatNumber(Math.max(1, Math.round(item.tokens)))}`
                  : formatNumber(item.tokens)}
            </span>
          )}
          <span className={s.nearest} title={near}>
            {near}
          </span>
          <span className={s.cosine}>
            {cosine !== null && (
              <>
                <span className={s.bar}>
                  <i style={{ width: `${Math.max(0, cosine) * 100}%` }} />
                </span>
                <span className="mono-s">{cosine.toFixed(3)}</span>
              </>
            )}
          </span>
        </>
      )}
    </div>
  );
}
