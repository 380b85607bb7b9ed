import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { classes } from '../base/class-names.ts';
import { drawnRows } from './drawn-rows.ts';
import { stepSelection } from './step-selection.ts';
import { useStuckEnd } from './use-stuck-end.ts';
import s from './virtual-list.module.css';

export interface VirtualListHandle {
  scrollToIndex: (index: number, align?: 'start' | 'center' | 'end' | 'auto') => void;
  scrollToEnd: () => void;
  isAtEnd: () => boolean;
  focus: () => void;
  /** Rows of this many px were inserted at the top: what the reader sees stays where it is, unless that was the top. */
  keepPlace: (addedPx: number) => void;
}

/** How a row was pressed, for lists with multiple selection. */
export interface SelectHow {
  /** With Shift: from the last selected row to this one. */
  extend: boolean;
  /** With Ctrl or ⌘: adds or removes this one. */
  toggle: boolean;
}

export interface VirtualListProps<T> {
  items: readonly T[];
  itemKey: (item: T) => string;
  renderItem: (item: T, state: { index: number; selected: boolean }) => ReactNode;
  /** px. The height of a row (of this row), or an estimate when rows are measured. */
  rowHeight: number | ((item: T) => number);
  /** Rows have their own heights; they are measured when drawn. */
  measured?: boolean | undefined;
  label: string;
  selectedKey?: string | null | undefined;
  /** Multiple selection with these rows selected; `selectedKey` is then the row with the focus. */
  chosenKeys?: ReadonlySet<string> | undefined;
  /** Makes it a list box: arrow keys select. Without it the rows are plain and may contain controls. */
  onSelect?: ((item: T, how: SelectHow) => void) | undefined;
  /** Enter or double click. */
  onOpen?: ((item: T) => void) | undefined;
  /** Captions between rows: drawn, never selected. */
  isCaption?: ((item: T) => boolean) | undefined;
  /** Stays at the end while rows arrive or the last one grows, until the reader scrolls up. */
  followEnd?: boolean | undefined;
  /** px between rows, and before the first and after the last. */
  gap?: number | undefined;
  padding?: number | undefined;
  /** Called with the index of the last row that is drawn, so that more can be read before the reader reaches it. */
  onLastDrawn?: ((index: number) => void) | undefined;
  /** With `followEnd`: called when the reader scrolls up and it stops following, and when it follows again. */
  onFollowChange?: ((follows: boolean) => void) | undefined;
  /** Called when the reader leaves or returns to the end. */
  onAtEndChange?: ((atEnd: boolean) => void) | undefined;
  ref?: Ref<VirtualListHandle> | undefined;
  empty?: ReactNode;
  className?: string | undefined;
}

/** A list of any length of which only the visible rows exist. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  // The virtualizer is one mutable object: the compiler would cache its results of the first render.
  'use no memo';
  const { items, itemKey, rowHeight, measured, label, selectedKey, onSelect, onOpen, isCaption, followEnd } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  const listId = useId();
  // Row positions are computed again when this function changes, so it changes only with the items.
  const getItemKey = useCallback((index: number) => itemKey(items[index] as T), [items, itemKey]);
  const heightOf = (item: T) => (typeof rowHeight === 'number' ? rowHeight : rowHeight(item));
  const selectedIndex = selectedKey == null ? -1 : items.findIndex((item) => itemKey(item) === selectedKey);
  const rows: Virtualizer<HTMLDivElement, Element> = useVirtualizer({
    count: items.length,
    getScrollElement: () => viewport.current,
    estimateSize: (index) => heightOf(items[index] as T),
    getItemKey,
    rangeExtractor: (range) => {
      const { isScrolling, scrollDirection } = rows;
      // Measured rows are tall: a few of them fill the screen.
      return drawnRows(range, measured ? 4 : 8, isScrolling ? scrollDirection : null);
    },
    gap: props.gap ?? 0,
    paddingStart: props.padding ?? 0,
    paddingEnd: props.padding ?? 0,
    onChange: (list) => {
      const atEnd = list.isAtEnd(24);
      if (atEnd === wasAtEnd.current) return;
      wasAtEnd.current = atEnd;
      props.onAtEndChange?.(atEnd);
    },
  });
  const end = useStuckEnd(viewport, followEnd ?? false, props.onFollowChange);
  useImperativeHandle(props.ref, () => ({
    scrollToIndex: (index, align = 'auto') => {
      end.release();
      rows.scrollToIndex(index, { align });
    },
    scrollToEnd: () => (followEnd ? end.stick() : rows.scrollToEnd()),
    isAtEnd: () => rows.isAtEnd(24),
    focus: () => viewport.current?.focus(),
    keepPlace: (addedPx) => {
      const element = viewport.current;
      if (element && element.scrollTop > 0) element.scrollTop += addedPx;
    },
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    if (!onSelect || event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const current = items[selectedIndex];
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      onOpen?.(current);
      return;
    }
    const rowPx = heightOf(current ?? (items[0] as T));
    const page = Math.max(1, Math.floor((viewport.current?.clientHeight ?? 0) / rowPx) - 1);
    const next = stepSelection(
      event.key,
      selectedIndex,
      items.length,
      page,
      (at) => isCaption?.(items[at] as T) ?? false,
    );
    if (next === null) return;
    event.preventDefault();
    onSelect(items[next] as T, { extend: event.shiftKey, toggle: false });
    rows.scrollToIndex(next, { align: 'auto' });
  };

  const shown = rows.getVirtualItems();
  const lastDrawn = shown.at(-1)?.index ?? -1;
  const reportLastDrawn = useEffectEvent((index: number) => props.onLastDrawn?.(index));
  // biome-ignore lint/correctness/useExhaustiveDependencies: more items under the same last row are news as well
  useEffect(() => {
    reportLastDrawn(lastDrawn);
  }, [lastDrawn, items.length]);
  const chosenIsDrawn = shown.some((row) => row.index === selectedIndex);
  const rowId = (index: number) => `${listId}-${index}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is listbox or list
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is listbox whenever a row can be active
    <div
      ref={viewport}
      className={classes(s.viewport, props.className)}
      role={items.length === 0 ? 'group' : onSelect ? 'listbox' : 'list'}
      aria-busy={items.length > 0 && shown.length === 0 ? true : undefined}
      aria-label={label}
      aria-multiselectable={onSelect && props.chosenKeys ? true : undefined}
      aria-activedescendant={onSelect && chosenIsDrawn ? rowId(selectedIndex) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {items.length === 0 && props.empty}
      <div className={s.spacer} style={{ height: items.length === 0 ? 0 : rows.getTotalSize() }} role="presentation">
        {shown.map((row) => {
          const item = items[row.index] as T;
          const selected = row.index === selectedIndex;
          const chosen = props.chosenKeys ? props.chosenKeys.has(itemKey(item)) : selected;
          const caption = isCaption?.(item) ?? false;
          const option = onSelect && !caption;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the list box around it
            // biome-ignore lint/a11y/noStaticElementInteractions: the role is option whenever a press means something
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is option whenever it can be selected
            <div
              key={row.key}
              ref={measured ? rows.measureElement : undefined}
              data-index={row.index}
              id={rowId(row.index)}
              role={caption ? 'presentation' : option ? 'option' : 'listitem'}
              aria-selected={option ? chosen : undefined}
              aria-posinset={caption ? undefined : row.index + 1}
              aria-setsize={caption ? undefined : items.length}
              className={classes(s.row, selected && s.selected)}
              style={{ transform: `translateY(${row.start}px)`, height: measured ? undefined : row.size }}
              onClick={
                option
                  ? (event) => onSelect(item, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey })
                  : undefined
              }
              onDoubleClick={option ? () => onOpen?.(item) : undefined}
            >
              {props.renderItem(item, { index: row.index, selected })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
