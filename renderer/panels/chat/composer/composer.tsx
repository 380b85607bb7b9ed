import { Paperclip, Square } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { inputUsage } from '#shared/cost/estimate-tokens.ts';
import { familyOf } from '#shared/protocol/compose/text-parameters.ts';
import { Estimate } from '../../../lib/cost/estimate.tsx';
import { uploadsOf, useUploadsOf } from '../../../lib/files/attachments.ts';
import { FileChips } from '../../../lib/files/file-chips.tsx';
import { chooseFiles } from '../../../lib/files/files.ts';
import { rememberedModel } from '../../../lib/gateway/connections/active.ts';
import { OriginLine } from '../../../lib/gateway/origin/origin-line.tsx';
import type { SelectedPlace } from '../../../lib/gateway/origin/work-origin.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useHandedMessage } from '../../../lib/navigation/message-handoff.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { focusPlace } from '../../../lib/runs/send-blocker.ts';
import { PromptMenu } from '../../../lib/saved/prompt-menu.tsx';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { chat } from '../chat.ts';
import { type Conversation, runningTurn, shownTurns } from '../model/conversation.ts';
import { estimateInput } from '../model/estimate-input.ts';
import { moveTo, originOf } from '../model/origin.ts';
import { problemsOf } from '../model/tools-and-schema.ts';
import s from './composer.module.css';
import { composerBox, setUnsentText, useUnsentText } from './composer-text.ts';
import { EarlierReplies } from './earlier-replies.tsx';
import { usePendingBody } from './pending-request.ts';
import { pendingTurn, pendingTurns, unsentOf } from './pending-turns.ts';
import { useRecall } from './recall.ts';

/** The floating composer: the next turn, its files, and Send or Stop in the same place. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const { composer: words } = useStrings().chat;
  const { origin, list } = useStrings().pieces;
  const runs = useStore(chat(), ({ runs: all }) => all);
  const text = useUnsentText(conversation);
  const uploads = useUploadsOf(conversation.id);
  const mustChoose = useStore(chat(), (state) => state.mustChoose);
  /** Why Enter was refused, and in which conversation; shown until the user types, leaves the composer by themselves, or it no longer applies. */
  const [refused, setRefused] = useState<{ in: string; why: string }>();
  const recall = useRecall(conversation);
  const problems = problemsOf(conversation);
  const hasContent = text.trim() !== '' || uploads.length > 0;
  const size = usePendingBody(conversation, uploads.length > 0)?.body.sizeBytes;

  const files = uploadsOf(conversation.id);
  const home = originOf(conversation);
  const moveHere = (place: SelectedPlace) =>
    chat().change((now) => {
      // Another gateway seldom serves the same model, so the one last used there is selected; its socket shows it.
      const isElsewhere = place.connectionId !== now.connectionId;
      const model = isElsewhere ? rememberedModel('chat', place.connectionId) || now.model : now.model;
      return moveTo(now, place, model);
    });
  const turns = shownTurns(conversation);
  const last = turns.at(-1);
  const runningId = runningTurn(conversation, runs)?.id;
  const pendingCalls = last?.role === 'assistant' && !runningId && last.answer.calls.length > 0;
  /** The last is the `data-place` where it is changed. */
  const needs: [isMissing: boolean, word: string, place?: string][] = [
    [!conversation.connectionId, words.needConnection, 'key'],
    [mustChoose, origin.needsChoice, 'origin'],
    [!conversation.model && conversation.override === null, words.needModel, 'model'],
    [pendingCalls, words.needOutputs],
    [uploads.some(({ failure }) => failure), words.failedFiles],
    [uploads.some(({ file }) => !file), words.needFiles],
    [!hasContent, words.needText],
  ];
  const [, refusal, place] = needs.find(([isMissing]) => isMissing) ?? [];

  /** A message that is sent once everything it needs is there; an edit keeps it here. */
  const awaited = useRef('');
  const send = () => {
    setRefused(refusal === undefined ? undefined : { in: conversation.id, why: refusal });
    if (refusal !== undefined) announce(refusal);
    if (place !== undefined) focusPlace(place);
    if (refusal !== undefined || runningId) return;
    if (conversation.unread) {
      awaited.current = text;
      setRefused({ in: conversation.id, why: words.awaitsEarlier });
      announce(words.awaitsEarlier);
      return;
    }
    const turn = pendingTurn(conversation, unsentOf(conversation));
    setUnsentText(conversation, '');
    chat().send(last?.id ?? null, [turn]);
    files.clear();
  };
  // A message written on the first run waits for a connection and a model.
  useHandedMessage((message) => {
    awaited.current = message.text;
    if (turns.length > 0) chat().create();
    setUnsentText(chat().current(), message.text);
  });
  const sendAwaited = useEffectEvent(() => {
    if (awaited.current === '' || text !== awaited.current || refusal !== undefined || conversation.unread) return;
    awaited.current = '';
    send();
  });
  useEffect(sendAwaited);
  const onKeyDown = (event: KeyboardEvent) => {
    onEnter(send)(event);
    recall.onKeyDown(event);
    if (event.key === 'Escape' && runningId) chat().stop(runningId);
  };
  const attach = async () => {
    await files.add(await chooseFiles());
  };

  return (
    <div className={s.composer} data-composer>
      {home && mustChoose && <OriginLine panel="chat" origin={home} onUseHere={moveHere} />}
      {uploads.length > 0 && (
        <FileChips uploads={uploads} onRemove={files.remove} onRetry={(id) => void files.retry(id)} />
      )}
      <TextArea
        ref={composerBox}
        value={text}
        onValueChange={(next) => {
          setRefused(undefined);
          setUnsentText(conversation, next);
        }}
        // A send that leads to what is missing moves the focus there, and says why meanwhile.
        onBlur={() => place === undefined && !conversation.unread && setRefused(undefined)}
        dir="auto"
        aria-label={words.label}
        data-place="prompt"
        placeholder={runningId ? words.placeholderStreaming : turns.length ? words.placeholderNext : words.placeholder}
        bare
        minRows={1}
        maxRows={12}
        autoFocus
        onKeyDown={onKeyDown}
      />
      {turns.length > 0 && <EarlierReplies conversation={conversation} />}
      {problems.length > 0 && <p className={s.problems}>{words.problems(list(problems))}</p>}
      <div className={s.foot}>
        <IconButton label={words.attach} icon={<Icon of={Paperclip} />} intent="quiet" onClick={() => void attach()} />
        <ChatPrompts conversation={conversation} />
        {refused?.in === conversation.id &&
        refused.why === (refusal ?? (conversation.unread && words.awaitsEarlier)) ? (
          <p className={s.refused}>{refused.why}</p>
        ) : (
          hasContent && (
            <span className={s.pending}>
              {size !== undefined && <span className={s.size}>{words.bytes(formatBytes(size))}</span>}
              <PendingCost conversation={conversation} />
            </span>
          )
        )}
        {runningId ? (
          <Button
            intent="stop"
            icon={<Icon of={Square} size="s" />}
            shortcut={keysLabel('Escape')}
            onClick={() => chat().stop(runningId)}
          >
            {words.stop}
          </Button>
        ) : (
          <Button
            intent="primary"
            shortcut={keysLabel('Enter')}
            {...(refusal === undefined ? {} : { disabledReason: refusal })}
            onClick={send}
          >
            {words.send}
          </Button>
        )}
      </div>
    </div>
  );
}

/** About how many tokens Send would send, and what they cost. Deferred: typing never waits for it. */
function PendingCost({ conversation }: { conversation: Conversation }) {
  const deferred = useDeferredValue(conversation);
  const text = useDeferredValue(useUnsentText(deferred));
  const uploads = useUploadsOf(deferred.id);
  const { tokens, isWithoutFiles } = estimateInput(deferred, pendingTurns(deferred, { text, uploads }));
  return (
    <Estimate
      connectionId={deferred.connectionId}
      model={deferred.model}
      billed={{ usage: inputUsage(tokens), images: 0, inputImages: 0 }}
      withTokens
      withoutFiles={isWithoutFiles}
    />
  );
}

/** The saved prompts in the composer, and the presets of the protocol. */
function ChatPrompts({ conversation }: { conversation: Conversation }) {
  const { parameters, routeId } = conversation;
  const family = familyOf(routeId);
  return (
    <PromptMenu
      text={useUnsentText(conversation)}
      onText={(next) => setUnsentText(conversation, next)}
      presets={[
        {
          scope: `chat ${family}`,
          settings: parameters,
          prefix: `${family}:`,
          onChange: (next) => chat().change((before) => ({ ...before, parameters: next })),
        },
      ]}
    />
  );
}
