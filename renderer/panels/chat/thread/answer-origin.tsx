import { useStore } from 'zustand';
import { routes } from '#shared/protocol/table.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { chat } from '../chat.ts';
import type { AssistantTurn, Conversation } from '../model/conversation.ts';
import { madeWith } from '../model/made-with.ts';
import s from './thread.module.css';

/** What a reply was made with, as separate facts: model, route, where these differ connection and key, and the time. */
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

/** The line above a reply: which model gave it, over which route, and when. */
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
