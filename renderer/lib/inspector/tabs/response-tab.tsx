import { useEffect, useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { client } from '../../client/client.ts';
import { FailureCard } from '../../failures/failure-card.tsx';
import { FailureText } from '../../failures/failure-text.tsx';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import { type BodyMode, bodyModes, isEventStream } from '../body/body-modes.ts';
import { RecordedBody } from '../body/recorded-body.tsx';
import s from '../inspector.module.css';
import { MessageBody, MessageView } from '../message-view.tsx';

/** How a response is shown: by its content, or as a body. */
type Look = 'media' | BodyMode;

interface ResponseTabProps {
  exchange: ExchangeDetail;
  /** Head beside body; else one below the other. */
  compact: boolean;
}

/** The response: its status, its headers, and its body as an image, audio, video, JSON, text or bytes. */
export function ResponseTab({ exchange, compact }: ResponseTabProps) {
  const t = useStrings();
  const { response, failure, state } = exchange;
  if (!response)
    return (
      <p className={s.nothing}>
        <b>{state === 'running' ? t.wire.noResponseYet : t.wire.noResponse}</b>
        {failure && <FailureText failure={failure} alone />}
      </p>
    );
  const intent = response.status >= 400 ? 'bad' : 'ok';
  return (
    <MessageView
      compact={compact}
      folded={!compact}
      notice={
        compact &&
        failure && (
          <Note intent={intent === 'bad' ? 'bad' : 'odd'}>
            <FailureText failure={failure} alone brief />
          </Note>
        )
      }
      line={
        <>
          HTTP/{response.httpVersion} <Badge intent={intent}>{response.status}</Badge> {response.statusText}
        </>
      }
      headers={response.headers}
    >
      <ResponseBody exchange={exchange} />
    </MessageView>
  );
}

/** The body of a response that has arrived, at least in part. */
export function ResponseBody({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { id, response, state, receivedBytes } = exchange;
  const mediaType = response?.mediaType ?? null;
  const looks = looksOf(mediaType, response?.status ?? 0);
  const [asked, setAsked] = useState<Look | null>(null);
  const look = asked && looks.includes(asked) ? asked : (looks[0] ?? 'text');
  // A running response has no final size yet.
  const bytes = state === 'running' ? receivedBytes : (response?.bodyBytes ?? 0);
  if (bytes === 0 && state !== 'running') return <p className={s.nothing}>{t.inspector.response.empty}</p>;
  return (
    <MessageBody
      title={mediaType?.split(';')[0] ?? t.wire.body}
      note={formatBytesExact(bytes)}
      recorded={{ exchangeId: id, side: 'response' }}
      actions={
        looks.length > 1 && (
          <Segmented
            label={t.inspector.response.form}
            value={look}
            onValueChange={setAsked}
            options={looks.map((value) => ({
              value,
              label: value === 'media' ? t.inspector.response.media : t.wire.bodyModes[value],
            }))}
          />
        )
      }
    >
      {look === 'media' ? (
        <MediaBody exchange={exchange} sizeBytes={bytes} />
      ) : (
        <RecordedBody exchangeId={id} side="response" sizeBytes={bytes} mode={look} />
      )}
    </MessageBody>
  );
}

/** Returns the modes that make sense, best first. With new-api a refusal declared as a stream is one JSON error. */
function looksOf(mediaType: string | null, status: number): Look[] {
  const modes = bodyModes(mediaType);
  if (isEventStream(mediaType) && status >= 400) return ['json', ...modes];
  return mediaKind(mediaType) ? ['media', ...modes] : modes;
}

const formatBytesExact = (bytes: number) => (bytes < 10_000 ? `${formatNumber(bytes)} B` : formatBytes(bytes));

type MediaKind = 'image' | 'audio' | 'video';

/** Returns what the page can show of a media type by itself. SVG may contain scripts and is shown as text. */
function mediaKind(mediaType: string | null): MediaKind | null {
  const [kind, rest] = mediaType?.toLowerCase().split('/') ?? [];
  if (kind === 'image') return rest?.startsWith('svg') ? null : 'image';
  return kind === 'audio' || kind === 'video' ? kind : null;
}

/** A recorded image, audio or video, loaded by the page's own player from the file store. */
function MediaBody({ exchange, sizeBytes }: { exchange: ExchangeDetail; sizeBytes: number }) {
  const t = useStrings().inspector.response;
  // Part of an image is not an image: it is stored once all of it has arrived.
  const { address, failure } = useStoredAddress(exchange.state === 'running' ? null : exchange.id);
  const kind = mediaKind(exchange.response?.mediaType ?? null);
  if (failure) return <FailureCard failure={failure} />;
  if (!address)
    return (
      <p className={s.nothing} role="status">
        {t.preparing}
      </p>
    );
  return (
    <div className={s.media}>
      {kind === 'image' && <img src={address} alt={t.image(formatBytes(sizeBytes))} />}
      {/* biome-ignore lint/a11y/useMediaCaption: what a gateway made has no captions */}
      {kind === 'audio' && <audio src={address} controls />}
      {/* biome-ignore lint/a11y/useMediaCaption: see above */}
      {kind === 'video' && <video src={address} controls />}
    </div>
  );
}

/** Returns the address of a recorded response as a file; it is stored when it is first shown. */
function useStoredAddress(id: string | null): { address: string | null; failure: Failure | null } {
  const [state, setState] = useState<{ address: string | null; failure: Failure | null }>({
    address: null,
    failure: null,
  });
  useEffect(() => {
    if (id === null) return;
    let isCancelled = false;
    const keep = async () => {
      const file = await client.exchanges.keepBody({ id, side: 'response' });
      return client.files.link({ id: file.id });
    };
    keep().then(
      (address) => !isCancelled && setState({ address, failure: null }),
      (thrown: unknown) => !isCancelled && setState({ address: null, failure: AppError.from(thrown) }),
    );
    return () => {
      isCancelled = true;
    };
  }, [id]);
  return state;
}
