import { Fragment } from 'react';
import type { SearchHit } from '#shared/contract/library.ts';
import { ListNote } from '../../ui/lists/list-pane.tsx';
import { ListCaption } from '../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../ui/lists/openable-row.tsx';
import { useCall } from '../client/query.ts';
import s from './library-hits.module.css';
import type { LibraryListLabels } from './library-list.tsx';

export interface LibraryHitsProps {
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
