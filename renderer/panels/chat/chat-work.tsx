import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useActive } from '../../lib/active.ts';
import { useAskedPlace } from '../../lib/made-at.ts';
import { useStrings } from '../../lib/strings.ts';
import { useWireFocus } from '../../lib/wire-focus.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { chat } from './chat.ts';
import s from './chat-work.module.css';
import { uploadsOf } from './composer/attachments.ts';
import { Composer } from './composer/composer.tsx';
import { usePendingBody } from './composer/pending-body.ts';
import { type Conversation, shownTurns } from './model/conversation.ts';
import { draftFor } from './model/draft.ts';
import { Thread } from './thread/thread.tsx';
import { useAnnouncedAnswer } from './use-announced-answer.ts';

/** Thread and composer; binds the wire drawer to what would be sent and to the newest answer. */
export function ChatWork() {
  const { composer: words, list } = useStrings().chat;
  const conversation = useStore(chat(), ({ kept, openId }) => kept[openId]);
  useConnectionOfThePage();
  useAnnouncedAnswer();
  useAskedPlace('chat', ({ documentId, itemId }) => void chat().openAt(documentId, itemId));
  if (!conversation) return null;
  return (
    <DropZone
      className={s.work}
      title={words.drop}
      hint={words.dropHint}
      onFiles={(files) => void uploadsOf(conversation.id).add(files)}
    >
      <h1 className="sr-only">{conversation.title || list.untitled}</h1>
      <DrawerBinding conversation={conversation} />
      <Thread />
      <Composer conversation={conversation} />
    </DropZone>
  );
}

/** A part of its own, so that typing renders it and not the thread. */
function DrawerBinding({ conversation }: { conversation: Conversation }) {
  const pending = usePendingBody(conversation);
  const { connectionId } = pending.conversation;
  const draft = connectionId ? draftFor({ ...pending.conversation, connectionId }, pending.body) : null;
  const newest = shownTurns(pending.conversation).findLast((turn) => turn.role === 'assistant');
  useWireFocus(draft, newest?.role === 'assistant' ? newest.exchangeId : null);
  return null;
}

/** The open conversation talks through the connection and key that the page has chosen. */
function useConnectionOfThePage(): void {
  const { ready, connection, key } = useActive();
  const openId = useStore(chat(), (state) => state.openId);
  const connectionId = connection?.id ?? null;
  const keyId = key?.id ?? null;
  const follow = useEffectEvent(() =>
    chat().change((conversation) =>
      conversation.connectionId === connectionId && conversation.keyId === keyId
        ? conversation
        : { ...conversation, connectionId, keyId },
    ),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation or another choice of the page is the occasion
  useEffect(() => {
    if (ready) follow();
  }, [ready, openId, connectionId, keyId]);
}
