import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { ConversationRow, SearchHit } from '#shared/contract/library.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { lazyModule, lazyPart } from '../../ui/base/lazy-module.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { holdKeys } from '../../ui/controls/hold-keys.ts';
import { ListNote, ListPane } from '../../ui/lists/list-pane.tsx';
import { RowGroups } from '../../ui/lists/row-groups.tsx';
import { useCall } from '../client/query.ts';
import { type DayGroup, dayGroup, futureLast } from '../i18n/format.ts';

export interface LibraryListLabels extends Readonly<Record<'starred' | DayGroup, string>> {
  title: string;
  search: string;
  searchPlaceholder: string;
  empty: string;
  untitled: string;
  hits: (count: number) => string;
  noHits: (text: string) => string;
}

export interface LibraryListProps {
  /** The panel whose documents are listed. */
  panel: string;
  words: LibraryListLabels;
  /** `search` adds the browser's own button that clears the field. */
  searchType?: 'search' | undefined;
  addLabel: string;
  onAdd: () => void;
  /** Must set a key. */
  renderRow: (row: ConversationRow) => ReactNode;
  /** Filters the hits that are shown; all of them in the order found by default. */
  chooseHits?:
    | ((hits: readonly SearchHit[], text: string, rows: readonly ConversationRow[]) => SearchHit[])
    | undefined;
  onOpenHit: (hit: SearchHit, rows: readonly ConversationRow[]) => void;
}

const search = lazyModule(() => import('./library-search.tsx'));
const SearchField = lazyPart(async () => (await search.load()).SearchField);
const LibraryHits = lazyPart(async () => (await search.load()).LibraryHits);
const fetchSearch = () => void search.load().catch(() => undefined);

/**
 * The documents that a panel stores in the library: starred ones first, the others by day, and a search over their
 * texts.
 */
export function LibraryList({
  panel,
  words,
  searchType,
  addLabel,
  onAdd,
  renderRow,
  chooseHits,
  onOpenHit,
}: LibraryListProps) {
  const { data } = useCall('library', 'conversations', { panel });
  const rows = data ?? [];
  const [text, setText] = useState<string | null>(null);
  const asked = useDeferredValue(text?.trim() ?? '');
  const isSearching = text !== null;
  useEffect(() => {
    if (!isSearching) return;
    return holdKeys(
      '',
      (typed) => setText(typed.text),
      () => setText(null),
    );
  }, [isSearching]);
  return (
    <ListPane
      title={words.title}
      tools={
        <IconButton
          label={words.search}
          icon={<Icon of={Search} />}
          size="sm"
          pressed={isSearching}
          onPointerEnter={fetchSearch}
          onFocus={fetchSearch}
          onClick={() => setText(text === null ? '' : null)}
        />
      }
      field={text !== null && <SearchField type={searchType} value={text} onValueChange={setText} words={words} />}
      addLabel={addLabel}
      onAdd={onAdd}
    >
      {text !== null && asked ? (
        <LibraryHits
          panel={panel}
          text={asked}
          words={words}
          choose={(found) => chooseHits?.(found, asked, rows) ?? found}
          onOpen={(hit) => onOpenHit(hit, rows)}
        />
      ) : rows.length === 0 ? (
        // A list that has not loaded is not empty.
        data && <ListNote>{words.empty}</ListNote>
      ) : (
        <RowGroups
          rows={starredFirst(rows)}
          captionOf={({ starred, updatedAt }) => words[starred ? 'starred' : dayGroup(updatedAt)]}
          renderRow={renderRow}
        />
      )}
    </ListPane>
  );
}

/** The core returns the rows by their last change; that order stays among the starred ones and among the others. */
const starredFirst = (rows: readonly ConversationRow[]): ConversationRow[] =>
  futureLast(rows, ({ updatedAt }) => updatedAt).toSorted(
    (first, second) => Number(second.starred) - Number(first.starred),
  );
