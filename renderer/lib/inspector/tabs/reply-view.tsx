import { useEffect, useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Piece, Turn } from '#shared/protocol/bodies/conversation.ts';
import { readTurns } from '#shared/protocol/convert-body.ts';
import type { Part } from '#shared/protocol/part.ts';
import { OutsideText } from '../../i18n/outside-text.tsx';
import { type Strings, useStrings } from '../../i18n/strings.ts';
import { followRecorded } from '../../runs/follow-exchange.ts';
import { perFrame } from '../../runs/frames.ts';
import { useBodyText } from '../body/use-body-text.ts';
import s from './reply-view.module.css';

/** The prompt as it was sent and the reply assembled from all events, as text to read. */
export function ReplyView({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings().inspector.reply;
  const { id, routeId, request, state } = exchange;
  const body = useBodyText(id, 'request', request.bodyBytes);
  const { replies, isRead } = useReplies(id);
  const turns =
    body.recordedBytes !== null && body.loadedBytes >= body.recordedBytes ? (readTurns(body.text, routeId) ?? []) : [];
  const isOver = isRead && state !== 'running';
  const isBlank = replies.every((reply) => reply === undefined || isEmpty(reply));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.label}>
      {turns.length > 1 && (
        <details className={s.earlier}>
          <summary>{t.earlier(turns.length - 1)}</summary>
          {turns.slice(0, -1).map((turn, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a turn is its place
            <TurnView key={at} turn={turn} />
          ))}
        </details>
      )}
      {turns.slice(-1).map((turn) => (
        <TurnView key="last" turn={turn} />
      ))}
      {replies.map(
        (reply, choice) =>
          reply && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice is its place
            <article key={choice} className={s.reply}>
              <h3>{replies.length > 1 ? t.choice(choice + 1) : t.roles.assistant}</h3>
              <ReplyText reply={reply} />
            </article>
          ),
      )}
      {isBlank && isOver && <p className={s.none}>{t.none}</p>}
    </section>
  );
}

const TurnView = ({ turn: { role, pieces } }: { turn: Turn }) => (
  <article className={s.turn}>
    <h3>{useStrings().inspector.reply.roles[role]}</h3>
    {pieces.map((piece, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <PieceText key={place} piece={piece} />
    ))}
  </article>
);

const isEmpty = ({ reasoning, text, refusal, calls }: Reply): boolean =>
  reasoning + text + refusal === '' && calls.length === 0;

/** One reply: its reasoning folded, its text, its refusal and its tool calls. */
export function ReplyText({ reply: { reasoning, text, refusal, calls } }: { reply: Reply }) {
  const t = useStrings().inspector.reply;
  return (
    <>
      {reasoning && (
        <details className={s.reasoning}>
          <summary>{t.reasoning}</summary>
          <Text>{reasoning}</Text>
        </details>
      )}
      {text && <Text>{text}</Text>}
      {refusal && <Text>{refusal}</Text>}
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call is its place
        <Call key={at} {...call} />
      ))}
    </>
  );
}

function PieceText({ piece }: { piece: Piece }) {
  const t = useStrings().inspector.reply;
  if (piece.kind === 'text') return <Text>{piece.text}</Text>;
  if (piece.kind === 'call') return <Call {...piece} />;
  if (piece.kind === 'result') return <Code text={piece.output} />;
  return <p className={s.none}>{mediaName(piece, t)}</p>;
}

function mediaName(
  piece: Exclude<Piece, { kind: 'text' | 'call' | 'result' }>,
  t: Strings['inspector']['reply'],
): string {
  return piece.kind === 'file' && piece.name ? `${t.media.file}: ${piece.name}` : t.media[piece.kind];
}

const Call = ({ name, arguments: given }: { name: string; arguments: string }) => <Code text={`${name}(${given})`} />;

const Code = ({ text }: { text: string }) => (
  <pre className={s.code}>
    <OutsideText text={text} />
  </pre>
);

const Text = ({ children }: { children: string }) => (
  <p className={s.text} dir="auto">
    <OutsideText text={children} />
  </p>
);

/** The replies of an exchange, live or from its record. */
function useReplies(exchangeId: string): { replies: Replies; isRead: boolean } {
  const [replies, setReplies] = useState<Replies>([]);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const frames = perFrame<Part>((batch) => {
      if (!leaving.signal.aborted) setReplies((before) => batch.reduce(foldReply, before));
    });
    const read = async () => {
      for await (const part of followRecorded(exchangeId, { signal: leaving.signal })) frames.push(part);
    };
    // What cannot be read is reported where the exchange itself is shown.
    read()
      .catch(() => undefined)
      .finally(() => {
        frames.flush();
        if (!leaving.signal.aborted) setRead(true);
      });
    return () => leaving.abort();
  }, [exchangeId]);
  return { replies, isRead };
}

/** One of the replies of a response, assembled from its parts. */
interface Reply {
  reasoning: string;
  text: string;
  refusal: string;
  calls: { name: string; arguments: string }[];
}

/** By choice; holes where a choice sent nothing. */
export type Replies = readonly (Reply | undefined)[];

const blank: Reply = { reasoning: '', text: '', refusal: '', calls: [] };

/** Adds one part to the replies. Calls that were cut off keep what arrived. */
export function foldReply(replies: Replies, part: Part): Replies {
  switch (part.type) {
    case 'text-delta':
      return change(replies, part, ({ text }) => ({ text: text + part.text }));
    case 'text-final':
      return change(replies, part, () => ({ text: part.text }));
    case 'reasoning-delta':
      return change(replies, part, ({ reasoning }) => ({ reasoning: reasoning + part.text }));
    case 'refusal-delta':
      return change(replies, part, ({ refusal }) => ({ refusal: refusal + part.text }));
    case 'tool-delta':
      return change(replies, part, ({ calls }) => {
        const { name = '', arguments: known = '' } = calls[part.index] ?? {};
        return {
          calls: put(calls, part.index, { name: part.name ?? name, arguments: known + (part.arguments ?? '') }),
        };
      });
    case 'tool-call':
      return change(replies, part, ({ calls }) => ({
        calls: put(calls, part.index, { name: part.name, arguments: part.arguments }),
      }));
    default:
      return replies;
  }
}

function change(
  replies: Replies,
  { choice = 0 }: { choice?: number },
  made: (reply: Reply) => Partial<Reply>,
): Replies {
  const reply = replies[choice] ?? blank;
  return put(replies, choice, { ...reply, ...made(reply) });
}

function put<T>(list: readonly T[], at: number, value: T): T[] {
  const next = [...list];
  next[at] = value;
  return next;
}
