import { Search } from 'lucide-react';
import { Fragment, type ReactNode, useDeferredValue, useState } from 'react';
import type { ConversationRow, SearchHit } from '#shared/contract/library.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ListNote, ListPane } from '../../ui/lists/list-pane.tsx';
import { ListCaption } from '../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../ui/lists/openable-row.tsx';
import { RowGroups } from '../../ui/lists/row-groups.tsx';
import { useCall } from '../client/query.ts';
import { type DayGroup, dayGroup, futureLast } from '../i18n/format.ts';
import s from './library-list.module.css';

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
  return (
    <ListPane
      title={words.title}
      tools={
        <IconButton
          label={words.search}
          icon={<Icon of={Search} />}
          size="sm"
          pressed={text !== null}
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

interface SearchFieldProps {
  type: LibraryListProps['searchType'];
  value: string;
  /** `null` closes the search. */
  onValueChange: (text: string | null) => void;
  words: LibraryListLabels;
}

/** The field of the search. */
function SearchField({ type, value, onValueChange, words }: SearchFieldProps) {
  return (
    <TextField
      type={type}
      value={value}
      onValueChange={onValueChange}
      aria-label={words.search}
      placeholder={words.searchPlaceholder}
      icon={<Icon of={Search} size="s" />}
      autoFocus
      onKeyDown={({ key }) => {
        if (key === 'Escape') onValueChange(null);
      }}
    />
  );
}

interface LibraryHitsProps {
  panel: string;
  text: string;
  words: LibraryListLabels;
  choose: (hits: readonly SearchHit[]) => readonly SearchHit[];
  onOpen: (hit: SearchHit) => void;
}

/** Texts of the library that contain the words; pressing one opens its document. */
function LibraryHits({ panel, text, words, choose, onOpen }: LibraryHitsProps) {
  const { data } = useCall('library', 'search', { panel, text }, { keepPrevious: true });
  if (!data) return null;
  const hits = choose(data);
  if (hits.length === 0) return <ListNote>{words.noHits(text)}</ListNote>;
  return (
    <>
      <ListCaption>{words.hits(hits.length)}</ListCaption>
      {hits.map((hit) => (
        <OpenableRow
          key={`${hit.conversationId} ${hit.messageId}`}
          title={hit.title || words.untitled}
          meta={<Excerpt text={hit.excerpt} />}
          onOpen={() => onOpen(hit)}
        />
      ))}
    </>
  );
}

/** A row is narrow: this many letters before the hit leave room for the hit itself. */
const leadLetters = 16;

/** Returns the last words before a hit. */
export function leadWords(before: string): string {
  const letters = [...before];
  if (letters.length <= leadLetters) return before;
  const last = letters.slice(-leadLetters).join('');
  return `…${last.includes(' ') ? last.slice(last.indexOf(' ') + 1) : last}`;
}

/** Every hit is between U+0002 and U+0003. */
function Excerpt({ text }: { text: string }) {
  const [before = '', ...hits] = text.split('\u0002');
  return (
    <span className="cut-text">
      {leadWords(before)}
      {hits.map((piece, at) => {
        const [hit, after] = piece.split('\u0003');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a hit is its place
          <Fragment key={at}>
            <mark className={s.hit}>{hit}</mark>
            {after}
          </Fragment>
        );
      })}
    </span>
  );
}

/** The core returns the rows by their last change; that order stays among the starred ones and among the others. */
const starredFirst = (rows: readonly ConversationRow[]): ConversationRow[] =>
  futureLast(rows, ({ updatedAt }) => updatedAt).toSorted(
    (first, second) => Number(second.starred) - Number(first.starred),
  );
