import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { lineOf } from '../../../lib/failures.ts';
import { formatMs } from '../../../lib/format.ts';
import { useLanguage, useStrings } from '../../../lib/strings.ts';
import { openWire } from '../../../lib/wire-focus.ts';
import { classes } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { lab } from '../embeddings.ts';
import { focusOn, toggleChosen, useSelection } from '../selection.ts';
import { useAnalysis } from './analysis.ts';
import { clusterColour } from './palette.ts';
import { type SortColumn, sortRows, type VectorRow, vectorRows } from './table-rows.ts';
import { useNames } from './use-names.ts';
import { useShown } from './use-shown.ts';
import s from './vector-table.module.css';

const columns = ['place', 'text', 'cluster', 'dimensions', 'norm', 'tokens', 'ms', 'nearest', 'cosine'] as const;
const sortable: readonly string[] = ['place', 'dimensions', 'norm', 'tokens', 'ms', 'cosine'] satisfies SortColumn[];

/** One row for each text with what is known of its vector; the map's choice and words filter it. */
export function VectorTable({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.table;
  const items = useStore(lab(), ({ corpus }) => corpus.base?.items);
  const { nearest, places, rowOf, clusters } = useAnalysis((state) => state);
  const focus = useSelection((state) => state.focus);
  const chosen = useSelection((state) => state.chosen);
  const ranking = useSelection((state) => state.ranking);
  const names = useNames();
  const shown = useShown(texts);
  const [sort, setSort] = useState<{ column: SortColumn; descending: boolean }>({ column: 'place', descending: false });
  const rows = sortRows(
    vectorRows({ texts, items: items ?? [], nearest, places, rowOf, clusters, shown, ranking }),
    ranking ? null : sort,
  );
  return (
    <div className={s.table}>
      <div className={s.header}>
        {columns.map((column) => (
          <span key={column} className={s[column]}>
            {sortable.includes(column) ? (
              <button
                type="button"
                className={s.sort}
                aria-label={t.sortBy(t.columns[column])}
                aria-pressed={sort.column === column}
                onClick={() =>
                  setSort({ column: column as SortColumn, descending: sort.column === column && !sort.descending })
                }
              >
                {column === 'cosine' && ranking ? t.toQuery : t.columns[column]}
                {sort.column === column && !ranking && <Icon of={sort.descending ? ArrowDown : ArrowUp} size="xs" />}
              </button>
            ) : (
              t.columns[column]
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
          onSelect={({ place }, { toggle }) => (toggle ? toggleChosen(place) : focusOn(place))}
          onOpen={({ item }) => item?.exchangeId && openWire(item.exchangeId, 'response')}
          renderItem={(row, { selected }) => (
            <Row row={row} names={names} near={texts[row.nearest ?? -1] ?? ''} isOn={selected} />
          )}
        />
      )}
    </div>
  );
}

function Row({ row, names, near, isOn }: { row: VectorRow; names: readonly string[]; near: string; isOn: boolean }) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.embeddings.table;
  const { place, text, item, group, norm, cosine } = row;
  return (
    <div className={classes(s.row, isOn && s.on)}>
      <span className={classes('num', s.place)}>{place + 1}</span>
      <span className={s.text} title={text}>
        {text}
      </span>
      {item?.failure && !item.vector ? (
        <span className={s.failure} title={item.failure.message}>
          {lineOf(item.failure, language, words)}
        </span>
      ) : (
        <>
          <span className={s.cluster}>
            {group !== null && <i className={s.dot} style={{ background: clusterColour(group) }} />}
            <span className="cut-text">{group === null ? '' : names[group]}</span>
          </span>
          <span className={classes('mono-s', s.dimensions)}>{item?.vector?.length ?? '–'}</span>
          <span className={classes('mono-s', s.norm)}>{norm === null ? '–' : norm.toFixed(4)}</span>
          <span className={classes('mono-s', s.tokens)} title={item?.isShare ? t.share : undefined}>
            {item?.tokens == null ? '–' : item.isShare ? `≈ ${Math.max(1, Math.round(item.tokens))}` : item.tokens}
          </span>
          <span className={classes('mono-s', s.ms)}>{item?.ms == null ? '–' : formatMs(item.ms)}</span>
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
