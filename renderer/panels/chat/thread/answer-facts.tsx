import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { routes } from '#shared/protocol/table.ts';
import { cutAmong } from '../../../lib/failures/verdict.ts';
import { formatBytes, formatMs, formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { chat } from '../chat.ts';
import { type Answer, tokensPerSecond } from '../model/answer.ts';
import type { AssistantTurn, Conversation } from '../model/conversation.ts';
import { Clock } from './clock.tsx';
import s from './thread.module.css';

/** The numbers under a reply: what was measured here, and what the gateway reported. */
export function AnswerFacts({ answer, live, startedMs }: { answer: Answer; live: boolean; startedMs: number | null }) {
  const words = useStrings().chat.facts;
  if (live) {
    if (answer.state === 'preparing') return null;
    return (
      <div className={s.facts}>
        <Facts
          items={[
            { label: words.parts, value: formatNumber(answer.parts), order: 'value-first' },
            ...(startedMs === null ? [] : [{ label: words.total, value: <Clock startedMs={startedMs} /> }]),
          ]}
        />
        <SilenceNotice key={answer.parts} bytesMs={answer.silence?.bytesMs} />
      </div>
    );
  }
  const { timeline, usage } = answer;
  if (!timeline) return null;
  const rate = tokensPerSecond(answer);
  const count = (label: string, value: number | null | undefined) =>
    value == null ? [] : [{ label, value: formatNumber(value) }];
  const time = (label: string, value: number | null) => (value === null ? [] : [{ label, value: formatMs(value) }]);
  return (
    <div className={s.facts}>
      <Facts
        items={[
          ...time(words.firstToken, timeline.firstTokenMs),
          ...time(words.total, timeline.endMs),
          ...count(words.input, usage?.inputTokens),
          ...count(words.output, usage?.outputTokens),
          ...(usage?.reasoningTokens ? count(words.reasoning, usage.reasoningTokens) : []),
          ...(usage?.cachedTokens ? count(words.cached, usage.cachedTokens) : []),
          ...(rate === null ? [] : [{ label: words.rate, value: formatRate(rate), order: 'value-first' as const }]),
          ...(timeline.chunks > 1 ? time(words.gap, timeline.longestGapMs) : []),
          { label: words.received, value: formatBytes(timeline.receivedBytes) },
          ...(answer.finishReason
            ? [
                {
                  label: words.finish,
                  value: answer.finishReason,
                  intent: cutAmong(answer.warnings) && ('warn' as const),
                },
              ]
            : []),
          ...(usage || !answer.text ? [] : [{ label: words.notReported, value: '' }]),
        ]}
      />
    </div>
  );
}

const silentMs = 5000;

/**
 * Shows how long no part of the reply, and no byte, has arrived, once that is worth mentioning. Mounted again with each
 * part.
 */
function SilenceNotice({ bytesMs }: { bytesMs: number | undefined }) {
  const words = useStrings().chat.facts;
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  useEffect(() => {
    const fromMs = performance.now();
    const timer = setTimeout(() => setSinceMs(fromMs), silentMs);
    return () => clearTimeout(timer);
  }, []);
  if (sinceMs === null) return null;
  return (
    <Facts
      items={[
        { label: words.silent, value: <Clock startedMs={sinceMs} /> },
        ...(bytesMs === undefined ? [] : [{ label: words.lastByte, value: words.ago(formatMs(bytesMs)) }]),
      ]}
    />
  );
}

/**
 * Returns what a reply was made with, as separate facts: model, route, connection and key where these differ, and the
 * time.
 */
export function useOriginFacts(): (turn: AssistantTurn, conversation: Conversation) => string[] {
  const dates = useDates();
  const words = useStrings().chat.turn;
  return (turn, conversation) => {
    const { model, routeId, connectionName, keyAlias, createdAt } = madeWith(turn, conversation);
    return [
      model,
      routes[routeId].path,
      ...(connectionName === null ? [] : [connectionName || words.unnamedConnection]),
      ...(keyAlias === null ? [] : [words.withKey(keyAlias)]),
      dates.formatWhen(createdAt),
    ];
  };
}

/** The header of a reply: which model wrote it, over which route, and when. */
export function AnswerOrigin({ turn }: { turn: AssistantTurn }) {
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const factsOf = useOriginFacts();
  if (!conversation) return null;
  const [model, route, ...others] = factsOf(turn, conversation);
  return (
    <p className={s.origin}>
      <b className="mono-s">{model}</b>
      <span className="mono-s">{route}</span>
      {others.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

/** What a reply says about its origin; connection and key only where the conversation used more than one. */
interface MadeWith {
  model: string;
  routeId: AssistantTurn['routeId'];
  createdAt: number;
  connectionName: string | null;
  keyAlias: string | null;
}

export function madeWith(turn: AssistantTurn, conversation: Conversation): MadeWith {
  const answers = Object.values(conversation.turns).filter((other) => other.role === 'assistant');
  const places = [conversation, ...answers];
  const otherConnection = places.some(({ connectionId }) => connectionId !== turn.connectionId);
  // The connection's name is enough where that differs; next to another key of the same connection, the key needs its
  // own name.
  const otherKey = places.some(
    ({ connectionId, keyId }) =>
      connectionId === turn.connectionId && keyId != null && turn.keyId != null && keyId !== turn.keyId,
  );
  const { model, routeId, createdAt, connectionName, keyAlias } = turn;
  return {
    model,
    routeId,
    createdAt,
    connectionName: otherConnection ? (connectionName ?? null) : null,
    keyAlias: otherKey ? (keyAlias ?? null) : null,
  };
}
