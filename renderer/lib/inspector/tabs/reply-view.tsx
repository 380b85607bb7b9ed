import { useEffect, useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Piece, Turn } from '#shared/protocol/bodies/conversation.ts';
import { readTurns } from '#shared/protocol/convert-body.ts';
import type { Part } from '#shared/protocol/part.ts';
import { type Strings, useStrings } from '../../i18n/strings.ts';
import { perFrame } from '../../page/frames.ts';
import { OutsideText } from '../../page/outside-text.tsx';
import { followRecorded } from '../../runs/follow-exchange.ts';
import { useBodyText } from '../body/use-body-text.ts';
import { foldReply, type Replies, type Reply } from './fold-reply.ts';
import s from './reply-view.module.css';

/** The prompt as it was sent and the reply put together from all events, as text to read. */
export function ReplyView({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings().wireDetail.reply;
  const { id, routeId, request, state } = exchange;
  const body = useBodyText(id, 'request', request.bodyBytes);
  const { replies, isRead } = useReplies(id);
  const turns =
    body.keptBytes !== null && body.heldBytes >= body.keptBytes ? (readTurns(body.text, routeId) ?? []) : [];
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
    <h3>{useStrings().wireDetail.reply.roles[role]}</h3>
    {pieces.map((piece, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <PieceText key={place} piece={piece} />
    ))}
  </article>
);

const isEmpty = ({ reasoning, text, refusal, calls }: Reply): boolean =>
  reasoning + text + refusal === '' && calls.length === 0;

/** One reply: its reasoning folded, its text, its refusal and its calls. */
export function ReplyText({ reply: { reasoning, text, refusal, calls } }: { reply: Reply }) {
  const t = useStrings().wireDetail.reply;
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
  const t = useStrings().wireDetail.reply;
  if (piece.kind === 'text') return <Text>{piece.text}</Text>;
  if (piece.kind === 'call') return <Call {...piece} />;
  if (piece.kind === 'result') return <Code text={piece.output} />;
  return <p className={s.none}>{mediaName(piece, t)}</p>;
}

function mediaName(
  piece: Exclude<Piece, { kind: 'text' | 'call' | 'result' }>,
  t: Strings['wireDetail']['reply'],
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
    // What cannot be read is told where the exchange itself is shown.
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
