import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { dayGroup, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { useNow } from '../../../lib/runs/use-now.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { VirtualList, type VirtualListHandle } from '../../../ui/lists/virtual-list.tsx';
import type { RowsState } from '../rows/exchange-rows.ts';
import { exchangeRows } from '../rows/use-exchange-rows.ts';
import { useWireLook, useWireState, wire } from '../store.ts';
import { BurstAxis, WaterfallLine } from '../waterfall/waterfall.tsx';
import { type Column, fittingColumns, nextOrder, savedColumns, shapeOf, templateOf } from './columns.ts';
import { ExchangeLine } from './exchange-line.tsx';
import s from './exchange-table.module.css';
import { burstItems, dayItems, plainItems, selectRow, type TableItem } from './table-items.ts';

interface ExchangeTableProps {
  state: RowsState;
  onOpen: () => void;
}

const rowPx = 32;
/** Distance from the end, in rows, at which the next rows are read. */
const readAheadRows = 60;

/**
 * Every exchange that matches, as a list or as a waterfall. Arrows move, Shift and Ctrl select several, Enter opens the
 * detail.
 */
export function ExchangeTable({ state, onOpen }: ExchangeTableProps) {
  const t = useStrings().wirePanel;
  const view = useWireLook((look) => look.view);
  const { cursorId, selected } = useWireState((now) => now);
  const { rows, isReadingMore, isByTime } = state;
  const saved = useWireLook((look) => look.columns);
  const now = useNow(
    rows.some((row) => row.state === 'running'),
    500,
  );
  const list = useRef<VirtualListHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(frame);
  const shown = fittingColumns(savedColumns(saved), widthPx);
  const items = view === 'waterfall' ? burstItems(rows, now) : isByTime ? dayItems(rows, now) : plainItems(rows);
  usePersistedPlace(list, state, rowPx);
  useFocusAtOpening(list);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'a') return;
    event.preventDefault();
    wire.setState({ selected: new Set(rows.map(({ id }) => id)) });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list box inside has the focus
    <div
      ref={frame}
      className={layout.fill}
      style={{ '--columns': templateOf(shown) } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      {view === 'list' && <TableHead shown={shown} />}
      <VirtualList
        ref={list}
        className={s.list}
        label={t.table.label}
        items={items}
        itemKey={({ key }) => key}
        rowHeight={({ kind }) => (kind === 'row' ? rowPx : kind === 'day' ? 30 : 28)}
        isCaption={({ kind }) => kind !== 'row'}
        selectedKey={cursorId}
        chosenKeys={selected}
        onSelect={({ key }, how) =>
          wire.setState((before) =>
            selectRow(
              before,
              rows.map(({ id }) => id),
              key,
              how,
            ),
          )
        }
        onOpen={onOpen}
        onLastDrawn={(index) => {
          if (index >= items.length - readAheadRows) void exchangeRows.loadMore();
        }}
        renderItem={(item) => <Item item={item} columns={shown} now={now} isSelected={selected.has(item.key)} />}
      />
      {isReadingMore && (
        <span className="sr-only" role="status">
          {t.table.more(formatNumber(rows.length))}
        </span>
      )}
    </div>
  );
}

/** The names of the columns; a press sorts all stored requests, not only those that are loaded. */
function TableHead({ shown }: { shown: readonly Column[] }) {
  const { table: t } = useStrings().wirePanel;
  const order = useWireState((state) => state.order);
  return (
    <div className={s.head}>
      {shown.map((column) => {
        const { order: by, isNumber } = shapeOf[column];
        const name = t.columns[column];
        const look = classes(isNumber && s.number);
        if (by === undefined)
          return (
            <span key={column} className={look}>
              {name}
            </span>
          );
        const isBy = by === (order?.by ?? 'started');
        const isDescending = order?.descending ?? true;
        return (
          <button
            key={column}
            type="button"
            className={look}
            aria-pressed={isBy}
            title={isBy ? t.sorted(name, isDescending) : t.sort(name)}
            onClick={() => wire.setState({ order: nextOrder(order, by) })}
          >
            {name}
            {isBy && <Icon of={isDescending ? ArrowDown : ArrowUp} size="xs" />}
          </button>
        );
      })}
    </div>
  );
}

interface ItemProps {
  item: TableItem;
  columns: readonly Column[];
  now: number;
  isSelected: boolean;
}

function Item({ item, columns, now, isSelected }: ItemProps) {
  const t = useStrings().wirePanel.table;
  const dates = useDates();
  if (item.kind === 'day') {
    const group = dayGroup(item.at, now);
    const day = dates.formatDay(item.at);
    const captions = {
      ahead: `${t.ahead}, ${dates.formatDate(item.at)}`,
      today: t.today,
      yesterday: `${t.yesterday}, ${day}`,
      week: day,
      earlier: day,
    };
    return <div className={s.day}>{captions[group]}</div>;
  }
  if (item.kind === 'burst') return <BurstAxis burst={item.burst} />;
  if (item.burst) return <WaterfallLine row={item.row} burst={item.burst} now={now} isSelected={isSelected} />;
  return <ExchangeLine row={item.row} columns={columns} now={now} isSelected={isSelected} />;
}

/** Returns the width of an element in px, kept current. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}

/**
 * Focuses the list when the panel is opened from the rail, so that the shortcuts in its footer work; a focus within the
 * panel is left alone.
 */
function useFocusAtOpening(list: RefObject<VirtualListHandle | null>): void {
  useEffect(() => {
    const active = document.activeElement;
    if (active === null || active === document.body || active.closest('nav')) list.current?.focus();
  }, [list]);
}

/** Keeps the scroll position when new rows arrive on top; rows of another filter start at the top. */
function usePersistedPlace(
  list: RefObject<VirtualListHandle | null>,
  { rows, generation }: RowsState,
  heightPx: number,
): void {
  const before = useRef({ first: rows[0]?.id, generation });
  useLayoutEffect(() => {
    const known = before.current;
    before.current = { first: rows[0]?.id, generation };
    if (known.generation !== generation) list.current?.scrollToIndex(0);
    else if (known.first !== rows[0]?.id) {
      const added = rows.findIndex(({ id }) => id === known.first);
      if (added > 0) list.current?.keepPlace(added * heightPx);
    }
  }, [list, rows, generation, heightPx]);
}
