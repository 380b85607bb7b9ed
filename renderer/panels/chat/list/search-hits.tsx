import { OpenableRow } from '../../../lib/openable-row.tsx';
import { useAsk } from '../../../lib/query.ts';
import { useStrings } from '../../../lib/strings.ts';
import { ListCaption } from '../../../ui/list-row.tsx';
import { chat } from '../chat.ts';
import s from './chat-list.module.css';

/** Messages that hold the words; pressing one opens its conversation on the branch that shows it. */
export function SearchHits({ text }: { text: string }) {
  const words = useStrings().chat.list;
  const { data: hits } = useAsk('library', 'search', { panel: 'chat', text }, { keepPrevious: true });
  if (!hits) return null;
  if (hits.length === 0) return <p className={s.empty}>{words.noHits(text)}</p>;
  return (
    <>
      <ListCaption>{words.hits(hits.length)}</ListCaption>
      {hits.map(({ conversationId, messageId, title, excerpt }) => (
        <OpenableRow
          key={`${conversationId} ${messageId}`}
          title={title || words.untitled}
          meta={<Excerpt text={excerpt} />}
          onOpen={() => void chat().openAt(conversationId, messageId)}
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
      <mark className={s.hit}>{hit}</mark>
      {after}
    </span>
  );
}
