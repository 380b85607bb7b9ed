import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { Icon } from '../base/icon.tsx';
import { TextField } from '../fields/text-field.tsx';
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx';

/** Rows that Page Up and Page Down move by. */
const page = 9;

interface SearchListProps<Row, Choice extends Row> {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onQueryChange: (query: string) => void;
  /** Name and placeholder of the field. */
  fieldLabel: string;
  mono?: boolean;
  /** Name of the list. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHeight: number | ((row: Row) => number);
  /** The others are captions. */
  isChoice: (row: Row) => row is Choice;
  /** The row that Enter chooses. */
  active: Choice | undefined;
  /** Called with the key of the row that the user moved to; `null` once the query is another one. */
  onActiveKeyChange: (key: string | null) => void;
  /** What a screen reader says about the active row. */
  activeWords: ReactNode;
  /** Called by Enter, with its event in the field and without one in the list. */
  onEnter: (row: Choice, event?: KeyboardEvent) => void;
  empty: ReactNode;
  renderItem: (row: Row) => ReactNode;
  /** Of the list; it sets the height. */
  className?: string | undefined;
}

/** A field over the list that it searches: the field keeps the focus, and its arrow keys move through the list. */
export function SearchList<Row, Choice extends Row>({
  field,
  query,
  onQueryChange,
  fieldLabel,
  mono = false,
  label,
  rows,
  rowKey,
  rowHeight,
  isChoice,
  active,
  onActiveKeyChange,
  activeWords,
  onEnter,
  empty,
  renderItem,
  className,
}: SearchListProps<Row, Choice>) {
  const list = useRef<VirtualListHandle>(null);
  const listId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
    if (event.key === 'Enter' && active) onEnter(active, event);
    else if (step !== undefined) {
      const choices = rows.filter(isChoice);
      const at = active ? choices.indexOf(active) : -1;
      const next = choices[Math.min(choices.length - 1, Math.max(0, at + step))];
      if (next) onActiveKeyChange(rowKey(next));
      if (next) list.current?.scrollToIndex(rows.indexOf(next));
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <TextField
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        mono={mono}
        value={query}
        onValueChange={(next) => {
          onQueryChange(next);
          onActiveKeyChange(null);
        }}
        onKeyDown={onKeyDown}
        icon={<Icon of={Search} size="s" />}
        placeholder={fieldLabel}
        aria-label={fieldLabel}
      />
      <span className="sr-only" role="status">
        {activeWords}
      </span>
      <div className={className} id={listId}>
        <VirtualList
          ref={list}
          label={label}
          items={rows}
          itemKey={rowKey}
          rowHeight={rowHeight}
          selectedKey={active ? rowKey(active) : null}
          onSelect={(row) => onActiveKeyChange(rowKey(row))}
          onOpen={(row) => isChoice(row) && onEnter(row)}
          isCaption={(row) => !isChoice(row)}
          empty={empty}
          renderItem={renderItem}
        />
      </div>
    </>
  );
}
