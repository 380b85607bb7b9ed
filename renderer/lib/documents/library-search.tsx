import { Search } from 'lucide-react';
import { Fragment } from 'react';
import type { SearchHit } from '#shared/contract/library.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ListNote } from '../../ui/lists/list-pane.tsx';
import { ListCaption } from '../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../ui/lists/openable-row.tsx';
import { useCall } from '../client/query.ts';
import type { LibraryListLabels, LibraryListProps } from './library-list.tsx';
import s from './library-search.module.css';

interface SearchFieldProps {
  type: LibraryListProps['searchType'];
  value: string;
  /** `null` closes the search. */
  onValueChange: (text: string | null) => void;
  words: LibraryListLabels;
}

/** The field of the search. */
export function SearchField({ type, value, onValueChange, words }: SearchFieldProps) {
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
export function LibraryHits({ panel, text, words, choose, onOpen }: LibraryHitsProps) {
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
