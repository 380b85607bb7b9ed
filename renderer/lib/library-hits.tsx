import type { SearchHit } from '#shared/contract/library.ts';
import { ListNote } from '../ui/list-pane.tsx';
import { ListCaption } from '../ui/list-row.tsx';
import { OpenableRow } from '../ui/openable-row.tsx';
import s from './library-hits.module.css';
import type { LibraryListWords } from './library-list.tsx';
import { useAsk } from './query.ts';

export interface LibraryHitsProps {
  panel: string;
  text: string;
  words: LibraryListWords;
  choose: (hits: readonly SearchHit[]) => readonly SearchHit[];
  onOpen: (hit: SearchHit) => void;
}

/** Texts of the library that hold the words; pressing one opens its document. */
export function LibraryHits({ panel, text, words, choose, onOpen }: LibraryHitsProps) {
  const { data } = useAsk('library', 'search', { panel, text }, { keepPrevious: true });
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

/** The hit stands between U+0002 and U+0003. */
function Excerpt({ text }: { text: string }) {
  const [before = '', rest = ''] = text.split('\u0002', 2);
  const [hit = '', after = ''] = rest.split('\u0003', 2);
  return (
    <span className="cut-text">
      {before}
      {hit && <mark className={s.hit}>{hit}</mark>}
      {after}
    </span>
  );
}
