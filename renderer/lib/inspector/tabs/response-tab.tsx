import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { bodyFormatOf } from '#shared/protocol/convert-body.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { FailureText } from '../../failures/failure-text.tsx';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import { type BodyMode, bodyModes, isEventStream } from '../body/body-modes.ts';
import { RecordedBody } from '../body/recorded-body.tsx';
import s from '../inspector.module.css';
import { MessageBody, MessageView } from '../message-view.tsx';
import type { EventLog } from './event-log.ts';
import { EventsTab } from './events-tab.tsx';
import { MediaBody, mediaKind } from './media-body.tsx';
import { ReplyView } from './reply-view.tsx';

/** How a response is looked at: as what it is, or as a body. */
type Look = 'reply' | 'media' | 'events' | BodyMode;

export interface ResponseTabProps {
  exchange: ExchangeDetail;
  log: EventLog;
  /** With status line and headers at its side. The body is seen as it came first; events have a tab of their own there. */
  compact: boolean;
}

/** The response, by what it is: the reply of a model, events, an image, audio, video, a tree, text or bytes. */
export function ResponseTab({ exchange, log, compact }: ResponseTabProps) {
  const t = useStrings();
  const { response, failure, state } = exchange;
  if (!response)
    return (
      <p className={s.nothing}>
        <b>{state === 'running' ? t.wire.noResponseYet : t.wire.noResponse}</b>
        {failure && <FailureText failure={failure} alone />}
      </p>
    );
  if (!compact) return <ResponseBody exchange={exchange} log={log} compact={false} />;
  const intent = response.status >= 400 ? 'bad' : 'ok';
  return (
    <MessageView
      compact
      notice={
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
      <ResponseBody exchange={exchange} log={log} compact />
    </MessageView>
  );
}

function ResponseBody({ exchange, log, compact }: ResponseTabProps) {
  const t = useStrings();
  const { id, response, state, receivedBytes, routeId } = exchange;
  const mediaType = response?.mediaType ?? null;
  const known = looksOf(mediaType, response?.status ?? 0, bodyFormatOf(routeId) !== null);
  const looks = compact
    ? [...known.filter(isBodyMode), ...known.filter((look) => look === 'reply' || look === 'media')]
    : known;
  const [asked, setAsked] = useState<Look | null>(null);
  const look = asked && looks.includes(asked) ? asked : (looks[0] ?? 'text');
  // What runs has no final size yet.
  const bytes = state === 'running' ? receivedBytes : (response?.bodyBytes ?? 0);
  if (bytes === 0 && state !== 'running') return <p className={s.nothing}>{t.wireDetail.response.empty}</p>;
  return (
    <MessageBody
      title={mediaType?.split(';')[0] ?? t.wire.body}
      note={formatBytesExact(bytes)}
      recorded={{ exchangeId: id, side: 'response' }}
      actions={
        looks.length > 1 && (
          <Segmented
            label={t.wireDetail.response.form}
            value={look}
            onValueChange={setAsked}
            options={looks.map((value) => ({
              value,
              label: isBodyMode(value) ? t.wire.bodyModes[value] : t.wireDetail.response[value],
            }))}
          />
        )
      }
    >
      {look === 'reply' ? (
        <ReplyView exchange={exchange} />
      ) : look === 'events' ? (
        <EventsTab exchange={exchange} log={log} />
      ) : look === 'media' ? (
        <MediaBody exchange={exchange} sizeBytes={bytes} />
      ) : (
        <RecordedBody exchangeId={id} side="response" sizeBytes={bytes} mode={look} />
      )}
    </MessageBody>
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
