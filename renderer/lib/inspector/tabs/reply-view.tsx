import { useEffect, useMemo, useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { type Piece, splitDataUrl, type Turn } from '#shared/protocol/bodies/conversation.ts';
import { readTurns } from '#shared/protocol/convert-body.ts';
import type { Part } from '#shared/protocol/part.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { formatMs, formatNumber } from '../../i18n/format.ts';
import { OutsideText } from '../../i18n/outside-text.tsx';
import { type Strings, useStrings } from '../../i18n/strings.ts';
import { fromBase64 } from '../../media/base64.ts';
import { foldReply, type Replies, type Reply } from '../../replies/fold-reply.ts';
import { followRecorded } from '../../runs/follow-exchange.ts';
import { perFrame } from '../../runs/frames.ts';
import { useBodyText } from '../body/use-body-text.ts';
import s from './reply-view.module.css';

/** Messages that are drawn at first. A conversation of thousands would hold the page. */
const firstTurns = 20;

/** The conversation of an exchange: the prompt as it was sent, and the reply assembled from all events. */
export function ReplyView({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings().inspector.reply;
  const { id, routeId, request, state } = exchange;
  const body = useBodyText(id, 'request', request.bodyBytes);
  const { replies, isRead } = useReplies(id);
  const [isAll, setAll] = useState(false);
  const isWhole = body.recordedBytes !== null && body.loadedBytes >= body.recordedBytes;
  const turns = useMemo(() => (isWhole ? readTurns(body.text, routeId) : null) ?? [], [isWhole, body.text, routeId]);
  const shown = isAll ? turns : turns.slice(-firstTurns);
  const isOver = isRead && state !== 'running';
  const isBlank = replies.every((reply) => reply === undefined || isEmpty(reply));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.label}>
      <Figures exchange={exchange} />
      {!isWhole && body.loadedBytes > 0 && !body.isReading && (
        <p className={s.note}>
          {t.tooLong}
          <Button size="sm" onClick={body.readAll}>
            {t.readAll}
          </Button>
        </p>
      )}
      {shown.length < turns.length && (
        <p className={s.note}>
          <Button size="sm" intent="quiet" onClick={() => setAll(true)}>
            {t.earlier(turns.length - shown.length)}
          </Button>
        </p>
      )}
      {shown.map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a turn is its place
        <TurnView key={turns.length - shown.length + at} turn={turn} />
      ))}
      {replies.map(
        (reply, choice) =>
          reply && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice is its place
            <article key={choice} className={s.reply}>
              <h3>{replies.length > 1 ? t.choice(choice + 1) : t.roles.assistant}</h3>
              <div>
                <ReplyText reply={reply} />
                {isOver && <Assembled exchange={exchange} />}
              </div>
            </article>
          ),
      )}
      {isBlank && isOver && <p className={s.none}>{t.none}</p>}
    </section>
  );
}

/** The figures of the reply, as far as they were measured or reported. */
function Figures({ exchange: { timeline, usage } }: { exchange: ExchangeDetail }) {
  const { inspector } = useStrings();
  const { firstTokenMs } = timeline;
  const figures = [
    firstTokenMs !== null && { label: inspector.reply.ttft, value: formatMs(firstTokenMs) },
    usage !== null &&
      (usage.inputTokens !== null || usage.outputTokens !== null) && {
        label: inspector.reply.tokens,
        value: [usage.inputTokens, usage.outputTokens]
          .map((count) => (count === null ? '–' : formatNumber(count)))
          .join(' / '),
      },
  ].filter((figure) => figure !== false);
  if (figures.length === 0) return null;
  return (
    <dl className={s.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Assembled({ exchange: { finishReason, events } }: { exchange: ExchangeDetail }) {
  const { inspector, pieces } = useStrings();
  const facts = pieces.facts(
    finishReason && inspector.reply.finish(finishReason),
    events > 1 && inspector.reply.assembled(events),
  );
  return facts ? <p className={s.facts}>{facts}</p> : null;
}

function TurnView({ turn: { role, pieces } }: { turn: Turn }) {
  const t = useStrings().inspector.reply;
  const only = (kind: Piece['kind']) => pieces.length > 0 && pieces.every((piece) => piece.kind === kind);
  return (
    <article className={s.turn}>
      <h3>{only('call') ? t.toolCall : only('result') ? t.toolResult : t.roles[role]}</h3>
      <div>
        {pieces.map((piece, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
          <PieceText key={place} piece={piece} />
        ))}
      </div>
    </article>
  );
}

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
  if (piece.kind === 'image' && piece.url) return <Thumbnail url={piece.url} />;
  return <p className={s.none}>{mediaName(piece, t)}</p>;
}

/** Types that the page decodes by itself. SVG may contain scripts. */
const pictured = /^image\/(png|jpe?g|gif|webp|avif|bmp)$/i;

/** An image of the body. One that is only linked is not loaded: its server would learn that it was looked at. */
function Thumbnail({ url }: { url: string }) {
  const t = useStrings().inspector.reply;
  const [address, setAddress] = useState<string | null>(null);
  const data = splitDataUrl(url);
  const isPictured = data !== null && pictured.test(data.type);
  useEffect(() => {
    const image = splitDataUrl(url);
    if (!image || !pictured.test(image.type)) return;
    let made: string;
    try {
      made = URL.createObjectURL(new Blob([fromBase64(image.base64)], { type: image.type }));
    } catch {
      // What is not base64 has no picture.
      return;
    }
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [url]);
  if (address) return <img className={s.image} src={address} alt={t.media.image} />;
  if (data === null) return <Code text={url} />;
  return isPictured ? null : <p className={s.none}>{t.media.image}</p>;
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
