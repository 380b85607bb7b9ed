import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { HeaderLists } from '../../../lib/inspector/message-view.tsx';
import { ResponseBody } from '../../../lib/inspector/tabs/response-tab.tsx';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import type { RequestResult } from '../model/fold-answer.ts';
import { isJson } from '../model/request-draft.ts';
import s from '../request.module.css';
import { EarlierResponses } from './earlier-responses.tsx';

/** How many of the newest events are shown; all of them are in Wire. */
const shownEvents = 200;

/** JSON up to this length is indented, in characters: more would block the page. */
const maxIndented = 2_000_000;

/** The response, whatever its type; `stale`: the response to another request than the current one. */
export function ResultView({ answer: result, stale }: { answer: RequestResult; stale: boolean }) {
  const {
    request: { answer: t },
    pieces: { states },
  } = useStrings();
  const [view, setView] = useState<'body' | 'headers'>('body');
  const { state, status, pieces, files, warnings, failure, sent, exchangeId, endMs, receivedBytes, events } = result;
  const isRunning = state === 'running';
  const { data: exchange } = useCall('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  const headers = exchange?.response?.headers.length;
  return (
    <section className={s.answer} aria-label={t.title}>
      <div className={s.head} role="status">
        <h2 className="sr-only">{t.title}</h2>
        {status === null ? (
          <StateBadge {...result} />
        ) : (
          <b className={s.status} data-bad={(state !== 'done' && !isRunning) || undefined}>
            {status}
          </b>
        )}
        {status !== null && state !== 'done' && !isRunning && <span className={s.quiet}>{states[state]}</span>}
        {isRunning && (
          <span className={s.quiet}>{receivedBytes > 0 ? t.received(formatBytes(receivedBytes)) : t.running}</span>
        )}
        {endMs !== null && <span className={s.quiet}>{formatMs(endMs)}</span>}
        {exchange?.response && <span className={s.quiet}>{formatBytes(exchange.response.bodyBytes)}</span>}
        {events > 1 && <span className={s.quiet}>{t.events(events)}</span>}
        <span className="space" />
        {headers !== undefined && (
          <Segmented
            value={view}
            onValueChange={setView}
            options={[
              { value: 'body', label: t.views.body },
              { value: 'headers', label: t.headers(headers) },
            ]}
            label={t.views.label}
          />
        )}
        <EarlierResponses shownId={exchangeId} />
        <ViewRequest exchangeId={exchangeId} />
      </div>
      {stale && <Note>{t.stale}</Note>}
      {failure && <FailureCard failure={failure} exchangeId={exchangeId} sent={sent} />}
      {warnings.map((warning) => (
        <Note key={warning} intent="odd">
          {warning}
        </Note>
      ))}
      {view === 'headers' && exchange ? (
        <HeaderLists exchange={exchange} />
      ) : exchange?.response && exchange.routeId !== 'custom' ? (
        <RouteResponse exchange={exchange} />
      ) : (
        <>
          {files.map((file) => (
            <FileView key={file.id} file={file} />
          ))}
          <Pieces pieces={pieces} />
          {state === 'done' && pieces.length === 0 && files.length === 0 && <span className={s.quiet}>{t.empty}</span>}
        </>
      )}
    </section>
  );
}

/** The response of a known route, read as every other one of it. */
function RouteResponse({ exchange }: { exchange: ExchangeDetail }) {
  return (
    <div className={s.code}>
      <ResponseBody exchange={exchange} />
    </div>
  );
}

function Pieces({ pieces }: { pieces: RequestResult['pieces'] }) {
  const {
    request: { answer: t },
    wire,
  } = useStrings();
  const [only] = pieces;
  if (!only) return null;
  if (pieces.length === 1) {
    return (
      <div className={s.code}>
        <CodeView
          text={only.data}
          language={isJson(only.data) ? 'json' : 'text'}
          indented={only.data.length < maxIndented}
          wrap
          label={t.piece}
          labels={wire.code}
        />
      </div>
    );
  }
  const from = Math.max(0, pieces.length - shownEvents);
  return pieces.slice(from).map(({ name, data }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an event is identified by its position
    <div key={from + index} className={s.event}>
      <h3>{t.event(from + index + 1, name ?? '')}</h3>
      <pre>
        <OutsideText text={data} />
      </pre>
    </div>
  ));
}

/** Images, audio and video are shown; any other file can be saved. */
function FileView({ file }: { file: FileRef }) {
  const t = useStrings().request.answer;
  const { data: address } = useCall('files', 'link', { id: file.id });
  const kind = file.type.split('/')[0];
  return (
    <figure className={s.file} aria-label={t.media(file.name)}>
      {address && kind === 'image' && <img src={address} alt={file.name} />}
      {/* biome-ignore lint/a11y/useMediaCaption: generated audio has no captions */}
      {address && kind === 'audio' && <audio src={address} controls />}
      {/* biome-ignore lint/a11y/useMediaCaption: generated video has no captions */}
      {address && kind === 'video' && <video src={address} controls />}
      <figcaption className={s.head} {...dragOut(file)}>
        <span>
          {file.name} ({formatBytes(file.sizeBytes)})
        </span>
        <Button size="sm" onClick={() => void saveFile(file)}>
          {t.save}
        </Button>
      </figcaption>
    </figure>
  );
}
