import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { bodyFormatOf } from '#shared/protocol/convert-body.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { type BodyMode, bodyModes } from '../../../lib/inspector/body/body-modes.ts';
import { RecordedBody } from '../../../lib/inspector/body/recorded-body.tsx';
import type { EventLog } from '../../../lib/inspector/events/event-log.ts';
import { EventsTab } from '../../../lib/inspector/events/events-tab.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { BodyBar } from './body-bar.tsx';
import s from './detail.module.css';
import { isEventStream } from './is-event-stream.ts';
import { MediaBody, mediaKind } from './media-body.tsx';
import { ReplyView } from './reply-view.tsx';

/** How an answer is looked at: as what it is, or as a body. */
type Look = 'reply' | 'media' | 'events' | BodyMode;

/** The response, by what it is: the reply of a model, events, a picture, a sound, a film, a tree, text or bytes. */
export function ResponseTab({ exchange, log }: { exchange: ExchangeDetail; log: EventLog }) {
  const t = useStrings();
  const { id, response, failure, state } = exchange;
  const mediaType = response?.mediaType ?? null;
  const looks = looksOf(mediaType, response?.status ?? 0, bodyFormatOf(exchange.routeId) !== null);
  const [asked, setAsked] = useState<Look | null>(null);
  const look = asked && looks.includes(asked) ? asked : (looks[0] ?? 'text');
  if (!response)
    return (
      <p className={s.nothing}>
        <b>{state === 'running' ? t.wireDetail.response.notYet : t.wireDetail.response.none}</b>
        <br />
        {failure && <FailureText failure={failure} alone />}
      </p>
    );
  // What runs has no final size yet.
  const bytes = state === 'running' ? exchange.receivedBytes : response.bodyBytes;
  if (bytes === 0 && state !== 'running') return <p className={s.nothing}>{t.wireDetail.response.empty}</p>;
  return (
    <>
      <BodyBar
        title={mediaType?.split(';')[0] ?? t.wire.body}
        note={formatBytesExact(bytes)}
        exchangeId={id}
        side="response"
      >
        {looks.length > 1 && (
          <Segmented
            label={t.wireDetail.response.form}
            value={look}
            onValueChange={setAsked}
            options={looks.map((value) => ({
              value,
              label: isBodyMode(value) ? t.wire.bodyModes[value] : t.wireDetail.response[value],
            }))}
          />
        )}
      </BodyBar>
      {look === 'reply' ? (
        <ReplyView exchange={exchange} />
      ) : look === 'events' ? (
        <EventsTab exchangeId={id} log={log} />
      ) : look === 'media' ? (
        <MediaBody exchange={exchange} sizeBytes={bytes} />
      ) : (
        <RecordedBody exchangeId={id} side="response" sizeBytes={bytes} mode={look} />
      )}
    </>
  );
}

/** The forms that make sense, best first. A refusal that calls itself a stream is one JSON error with new-api. */
function looksOf(mediaType: string | null, status: number, isOfModel: boolean): Look[] {
  const modes = bodyModes(mediaType);
  const reply: Look[] = isOfModel && status < 400 ? ['reply'] : [];
  if (isEventStream(mediaType)) return status >= 400 ? ['tree', 'events', ...modes] : [...reply, 'events', ...modes];
  if (modes[0] === 'tree') return [...reply, ...modes];
  return mediaKind(mediaType) ? ['media', ...modes.filter((mode) => mode !== 'text')] : modes;
}

const isBodyMode = (look: Look): look is BodyMode => look === 'tree' || look === 'text' || look === 'hex';

const formatBytesExact = (bytes: number) => (bytes < 10_000 ? `${formatNumber(bytes)} B` : formatBytes(bytes));
