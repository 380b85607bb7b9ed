import { useStore } from 'zustand';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { chat } from '../chat.ts';
import { shownTurns } from '../model/conversation.ts';
import s from './idle-thread.module.css';
import { IdleThread } from './idle-thread.tsx';

const turnList = lazyModule(() => import('./turn-list.tsx'));

/**
 * The open conversation. What draws turns (the list, Markdown, the ends of answers) is no part of the panel's first
 * paint: it is fetched at once, beside the stored conversation, which takes as long.
 */
export function Thread() {
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const isOpening = useStore(chat(), (state) => state.opening);
  const loaded = useLazyModule(turnList);
  if (!conversation) return null;
  if (isOpening) return <ThreadRoom />;
  if (shownTurns(conversation).length === 0) return <IdleThread />;
  return loaded ? <loaded.TurnList conversation={conversation} /> : <ThreadRoom />;
}

/** Stands in for the turns while they are on the way. */
function ThreadRoom() {
  return (
    <div className={s.room} aria-busy>
      <Skeleton lines={[38]} />
      <Skeleton lines={[94, 88, 91, 46]} />
      <Skeleton lines={[27]} />
      <Skeleton lines={[90, 62]} />
    </div>
  );
}
