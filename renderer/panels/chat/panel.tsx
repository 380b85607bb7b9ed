import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { type TextRouteId, textRouteIds } from '#shared/protocol/compose/text-parameters.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { cutAmong } from '../../lib/failures/verdict.ts';
import { uploadsOf } from '../../lib/files/attachments.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { matchOrigin, selectedPlace, useMustChoose } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, patchStates } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useHandedConversation } from '../../lib/navigation/conversation-handoff.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useWire, useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import type { AnswerRun } from './answer-run.ts';
import { chat } from './chat.ts';
import { Composer } from './composer/composer.tsx';
import { usePendingBody } from './composer/pending-request.ts';
import { ChatActions } from './list/chat-actions.tsx';
import { ChatList } from './list/chat-list.tsx';
import type { Answer } from './model/answer.ts';
import { draftFor } from './model/compose-body.ts';
import { type AssistantTurn, type Conversation, newestAnswer } from './model/conversation.ts';
import { withHandedTurns } from './model/handed-conversation.ts';
import { changedSockets, moveTo, originOf } from './model/origin.ts';
import s from './panel.module.css';
import { Parameters } from './parameters/parameters.tsx';
import { Clock } from './thread/clock.tsx';
import { compareWith } from './thread/compare-with.ts';
import { ReplyAnnouncer } from './thread/reply-announcer.tsx';
import { Thread } from './thread/thread.tsx';
import { ThreadHead } from './thread/thread-head.tsx';

/** Chat completions, responses and the native protocol in one panel, switched by the route socket. */
export const panel: PanelView = { List: ChatList, PatchLine: ChatPatchLine, Work: ChatWork, Parameters };

/** Thread and composer, and what connects them to the wire drawer and to screen readers. */
function ChatWork() {
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

/**
 * Connects the wire drawer to the pending request and to the newest reply. A separate component, so that typing renders it
 * and not the thread.
 */
function WireBinding({ conversation }: { conversation: Conversation }) {
  const isOpen = useLayout(({ wireOpen }) => wireOpen);
  const isPreview = useWire(({ tab }) => tab === 'request');
  const pending = usePendingBody(conversation, isOpen && isPreview);
  const connectionId = pending?.conversation.connectionId;
  const draft = pending && connectionId ? draftFor({ ...pending.conversation, connectionId }, pending.body) : null;
  useWireFocus(draft, newestAnswer(conversation)?.exchangeId ?? null);
  return null;
}

/**
 * Key, route and model of the open conversation; the cords show the state of its newest reply, where it was made with
 * them.
 */
function ChatPatchLine() {
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const newest = conversation ? newestAnswer(conversation) : null;
  const run = useStore(chat(), ({ runs }) => (newest ? runs[newest.id] : undefined));
  if (!conversation) return null;
  return run ? (
    <RunningLine run={run} conversation={conversation} newest={newest} />
  ) : (
    <Line answer={newest?.answer ?? null} run={null} conversation={conversation} newest={newest} />
  );
}

interface LineProps {
  conversation: Conversation;
  newest: AssistantTurn | null;
}

function RunningLine({ run, ...line }: LineProps & { run: AnswerRun }) {
  // Subscribes to the state only, so that the patch line does not render again for every token.
  const state = useStore(run.store, (current) => current.state.state);
  return <Line answer={{ ...run.store.getState().state, state }} run={run} {...line} />;
}

function Line({ answer, run, conversation, newest }: LineProps & { answer: Answer | null; run: AnswerRun | null }) {
  const t = useStrings();
  const { connection, key } = useActive();
  const origin = originOf(conversation);
  const { routeId, model } = conversation;
  const selected = { connectionId: connection?.id, keyId: key?.id };
  const changed = newest ? changedSockets(conversation, newest, selected) : undefined;
  const isChanged = changed !== undefined && (changed.key || changed.route || changed.model);
  const endMs = answer?.timeline?.endMs;
  const cut = answer?.state === 'done-with-warnings' ? cutAmong(answer.warnings) : undefined;
  const put = (sockets: { routeId?: TextRouteId; model?: string; keyId?: string; keyAlias?: string }) =>
    chat().change((now) => ({ ...now, ...sockets }));
  return (
    <PatchBar
      panel="chat"
      routeIds={textRouteIds}
      routeId={routeId}
      onRouteChange={(id: RouteId) => put({ routeId: id as TextRouteId })}
      model={model}
      onModelChange={(id) => put({ model: id })}
      onKeyChange={(keyId, keyAlias) => connection?.id === conversation.connectionId && put({ keyId, keyAlias })}
      onOffer={({ model: offered, routeId: offeredRoute, inNew }) => {
        // The models on offer are those of the selected connection, and an open conversation may belong to another one.
        if (origin && (inNew || origin.connectionId !== connection?.id)) chat().create();
        const isText = textRouteIds.find((id) => id === offeredRoute);
        put({ model: offered, ...(isText ? { routeId: isText } : {}) });
      }}
      onCompare={(compared) => void compareWith(conversation, [...new Set([model, compared])].filter(Boolean))}
      home={origin ?? undefined}
      state={answer ? patchStates[answer.state] : 'idle'}
      changed={changed}
      aside={
        answer &&
        (run || !isChanged) && (
          <>
            <StateBadge state={answer.state} firstWarning={cut ?? null} word={cut && t.warnings[cut]} />
            {run ? (
              <Clock startedMs={run.startedMs} />
            ) : (
              endMs != null && <span className="num">{formatMs(endMs)}</span>
            )}
          </>
        )
      }
    />
  );
}
