import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { uploadsOf } from '../../lib/files/attachments.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { matchOrigin, selectedPlace, useMustChoose } from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useHandedConversation } from '../../lib/navigation/conversation-handoff.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { chat } from './chat.ts';
import { Composer } from './composer/composer.tsx';
import { ChatActions } from './list/chat-actions.tsx';
import { withHandedTurns } from './model/handed-conversation.ts';
import { moveTo, originOf } from './model/origin.ts';
import { ReplyAnnouncer } from './thread/reply-announcer.tsx';
import { Thread } from './thread/thread.tsx';
import { ThreadHead } from './thread/thread-head.tsx';
import { WireBinding } from './wire-binding.tsx';
import s from './work.module.css';

/** Thread and composer, and what connects them to the wire drawer and to screen readers. */
export function ChatWork() {
  const { composer: words } = useStrings().chat;
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  useSelectedPlace();
  useRequestedOrigin('chat', ({ documentId, itemId }) => void chat().openAt(documentId, itemId));
  useHandedConversation((handed) => {
    const { connectionId, keyId, routeId, model, system, parameters } = handed;
    chat().create({ connectionId, keyId, routeId, model, system, parameters });
    chat().change((now) => withHandedTurns(now, handed, () => crypto.randomUUID(), Date.now()));
  });
  if (!conversation) return null;
  return (
    <DropZone
      className={s.work}
      title={words.drop}
      hint={words.dropHint}
      onFiles={(files) => void uploadsOf(conversation.id).add(files)}
    >
      <WireBinding conversation={conversation} />
      <ReplyAnnouncer />
      <header className={s.head}>
        <ThreadHead key={conversation.id} conversation={conversation} />
      </header>
      <ChatActions />
      <Thread />
      <Composer conversation={conversation} />
    </DropZone>
  );
}

/**
 * Moves a conversation without turns to the connection and key selected for the page. One with turns keeps its own:
 * where they differ, nothing is sent until the user chooses.
 */
function useSelectedPlace(): void {
  const active = useActive();
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const isOpening = useStore(chat(), ({ opening }) => opening);
  const origin = conversation ? originOf(conversation) : null;
  const match = origin ? matchOrigin(origin, active) : 'same';
  const place = selectedPlace(active);
  const follow = useEffectEvent(() => {
    if (!origin) chat().change((now) => moveTo(now, place));
    // Earlier versions stored no key with a turn: from now on it is the selected one.
    else if (match === 'same' && origin.keyId === null && place?.keyId) chat().note((now) => moveTo(now, place));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the conversation or the page's selection changes
  useEffect(() => {
    if (active.ready && !isOpening) follow();
  }, [active.ready, isOpening, conversation?.id, origin === null, place?.connectionId, place?.keyId, match]);
  const mustChoose = useMustChoose(origin);
  useLayoutEffect(() => chat().setState({ mustChoose }), [mustChoose]);
}
