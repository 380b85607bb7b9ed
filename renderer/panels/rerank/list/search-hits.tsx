import { OpenableRow } from '../../../lib/openable-row.tsx';
import { useAsk } from '../../../lib/query.ts';
import { useStrings } from '../../../lib/strings.ts';
import { ListCaption } from '../../../ui/list-row.tsx';
import { openSet } from './acts.ts';
import s from './rank-list.module.css';

/** Rankings whose query or documents hold a text. */
export function SearchHits({ text }: { text: string }) {
  const t = useStrings().rerank.list;
  const { data: hits } = useAsk('library', 'search', { panel: 'rerank', text }, { keepPrevious: true });
  if (!hits) return null;
  if (hits.length === 0) return <p className={s.empty}>{t.noHits(text)}</p>;
  return (
    <>
      <ListCaption>{t.hits(hits.length)}</ListCaption>
      {hits.map(({ conversationId, messageId, title, excerpt }) => (
        <OpenableRow
          key={`${conversationId} ${messageId}`}
          title={title || t.untitled}
          meta={<span className="cut-text">{excerpt.replaceAll('\u0002', '').replaceAll('\u0003', '')}</span>}
          onOpen={() => void openSet(conversationId)}
        />
      ))}
    </>
  );
}
