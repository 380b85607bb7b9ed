import { Check, X } from 'lucide-react';
import type { ChunkMark, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Language } from '#shared/contract/language.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { useCall } from '../../client/query.ts';
import { FailureHint } from '../../failures/failure-text.tsx';
import { lineOf } from '../../failures/failures.ts';
import { verdictIntent } from '../../failures/verdict.ts';
import { formatBytes, formatMs, formatNumber } from '../../i18n/format.ts';
import { type Strings, useLanguage, useStrings } from '../../i18n/strings.ts';
import type { EventLog } from './event-log.ts';
import {
  endChecks,
  type NotePlace,
  notePlace,
  scaleMarks,
  spanMs,
  type TimelineBar,
  timelineBars,
} from './timeline-model.ts';
import s from './timeline-tab.module.css';

/** When everything happened, in true proportion, and one sentence of verdict. */
export function Timeline({ exchange, log }: { exchange: ExchangeDetail; log: EventLog }) {
  const words = useStrings();
  const t = words.wire;
  const language = useLanguage();
  const { data: recorded } = useCall('exchanges', 'chunks', { id: exchange.id });
  // The chunks of a running response are still being recorded: its events are the known marks.
  const chunks =
    exchange.state === 'running' ? log.rows.map(({ atMs, sizeBytes }) => ({ atMs, sizeBytes })) : (recorded ?? []);
  const span = spanMs(exchange.timeline, chunks);
  return (
    <div className={s.stage}>
      <div className={s.timeline}>
        <div className={s.chart}>
          <div className={s.row}>
            <span className={s.caption}>{t.mark}</span>
            <span className={classes(s.caption, s.took)}>{t.took}</span>
            <span className={classes(s.scale, s.caption)}>
              {scaleMarks(span).map((at) => (
                <span
                  key={at}
                  className={at > span * 0.7 ? s.late : undefined}
                  style={{ left: `${(at / span) * 100}%` }}
                >
                  {scaleLabel(at)}
                </span>
              ))}
              <span className={s.last}>{formatMs(span)}</span>
            </span>
          </div>
          {timelineBars(exchange.timeline, chunks).map((bar) => (
            <TimelineLane
              key={`${bar.kind} ${bar.fromMs}`}
              bar={bar}
              span={span}
              chunks={chunks}
              title={titleOf(bar, exchange, t)}
              took={tookOf(bar, t)}
              note={noteOf(bar, exchange, words, language)}
              isBad={bar.kind === 'end' && verdictIntent(exchange) === 'bad'}
            />
          ))}
        </div>
        <Verdict exchange={exchange} kinds={log.kinds} />
      </div>
    </div>
  );
}

/** Marks of the scale are round, so they need no decimals. */
const scaleLabel = (ms: number) => (ms === 0 ? '0' : ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

type Words = Strings['wire'];

const titleOf = ({ kind }: TimelineBar, { state, refusedAsPlanned }: ExchangeDetail, t: Words) => {
  if (kind !== 'end') return t.bars[kind];
  return refusedAsPlanned ? t.asPlanned : t.ends[state];
};

const tookOf = ({ kind, fromMs, toMs }: TimelineBar, t: Words) =>
  kind === 'end' ? t.at(formatMs(toMs)) : formatMs(toMs - fromMs);

function noteOf(
  { kind }: TimelineBar,
  { timeline, request, response, failure }: ExchangeDetail,
  words: Strings,
  language: Language,
) {
  switch (kind) {
    case 'connect': {
      const { dnsMs, connectMs, tlsMs } = timeline;
      const steps = [dnsMs, connectMs, tlsMs].filter((ms) => ms !== null);
      return steps.map((ms, index) => formatMs(ms - (steps[index - 1] ?? 0))).join(' + ');
    }
    case 'sent':
      return words.wire.sentBytes(formatNumber(request.bodyBytes), formatBytes(timeline.sentBytes));
    case 'waiting':
      return [response?.status, response?.mediaType].filter(Boolean).join(', ');
    case 'parts':
      return '';
    case 'silence':
      return words.wire.silence;
    case 'end':
      return failure ? lineOf(failure, language, words) : '';
  }
}

function Verdict({ exchange, kinds }: { exchange: ExchangeDetail; kinds: Readonly<Record<string, number>> }) {
  const {
    wire: t,
    pieces: { states },
  } = useStrings();
  const checks = endChecks(exchange, kinds);
  const { failure, state, events, timeline, verdict, refusedAsPlanned } = exchange;
  const longestGap = timeline.longestGapMs === null ? null : formatMs(timeline.longestGapMs);
  return (
    <div className={s.verdict}>
      <h3>{refusedAsPlanned ? t.asPlannedTitle : states[state]}</h3>
      <p>{verdict || t.verdictBody[state]}</p>
      {failure && (
        <p>
          <FailureHint failure={failure} />
        </p>
      )}
      {events > 0 && <p>{t.partsNote(events, formatBytes(timeline.receivedBytes), longestGap)}</p>}
      <ul>
        {checks.firstByteInTime !== null && <Ticked ok={checks.firstByteInTime}>{t.checks.firstByte}</Ticked>}
        {checks.expectsFinish && state !== 'running' && (
          <Ticked ok={checks.finishReason !== null}>{t.checks.finish(checks.finishReason)}</Ticked>
        )}
        {checks.endMark !== null && <Ticked ok={checks.endMark}>{t.checks.endMark(checks.endMark)}</Ticked>}
      </ul>
      <LimitsInForce exchange={exchange} />
    </div>
  );
}

/** The limits in force, who set each, and how the request was routed. */
function LimitsInForce({ exchange: { deadlines, proxy, attempt } }: { exchange: ExchangeDetail }) {
  const t = useStrings().wire;
  return (
    <>
      {deadlines.length > 0 && (
        <>
          <h4>{t.limits.title}</h4>
          <dl className={s.limits}>
            {deadlines.map(({ name, ms, from }) => (
              <div key={name}>
                <dt>{t.limits.names[name]}</dt>
                <dd>{ms === null ? t.limits.none : formatMs(ms)}</dd>
                <dd>{t.limits.from[from]}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h4>{t.way.title}</h4>
      <p className={s.way}>{proxy === null ? t.way.straight : t.way.proxy(proxy)}</p>
      {attempt > 1 && <p>{t.way.attempt(attempt)}</p>}
    </>
  );
}

function Ticked({ ok, children }: { ok: boolean; children: string }) {
  return (
    <li>
      <span className={ok ? s.yes : s.no}>
        <Icon of={ok ? Check : X} size="s" />
      </span>
      {children}
    </li>
  );
}

interface TimelineLaneProps {
  bar: TimelineBar;
  span: number;
  chunks: readonly ChunkMark[];
  title: string;
  took: string;
  note: string;
  isBad: boolean;
}

/** More marks than this cannot be told apart on any screen; every n-th is drawn, in its true place. */
const maxMarks = 600;

/** One row of the timeline, its note where it has most room. */
function TimelineLane({ bar, span, chunks, title, took, note, isBad }: TimelineLaneProps) {
  const left = (bar.fromMs / span) * 100;
  const right = (bar.toMs / span) * 100;
  const place = notePlace(bar, span);
  const step = Math.max(1, Math.ceil(chunks.length / maxMarks));
  return (
    <div className={classes(s.row, bar.kind === 'silence' && s.silent, isBad && s.bad)}>
      <span>{title}</span>
      <span className={s.took}>{took}</span>
      <span className={s.lane}>
        {bar.kind === 'parts' ? (
          chunks
            .filter((_mark, index) => index % step === 0)
            .map(({ atMs }) => <i key={atMs} className={s.chunk} style={{ left: `${(atMs / span) * 100}%` }} />)
        ) : (
          <i className={classes(s.bar, s[bar.kind])} style={{ left: `${left}%`, width: `${right - left}%` }} />
        )}
        {note && (
          <span
            className={classes(s.note, place.side === 'over' && s.inside)}
            style={placed(place, left, right)}
            title={note}
          >
            {note}
          </span>
        )}
      </span>
    </div>
  );
}

/** @param left @param right of the bar, in percent of the lane. */
function placed({ side, percent }: NotePlace, left: number, right: number) {
  if (side === 'over') return { left: `${(left + right) / 2}%`, maxWidth: `${percent}%` };
  const maxWidth = `calc(${percent}% - 8px)`;
  return side === 'before'
    ? { right: `calc(${100 - left}% + 8px)`, maxWidth }
    : { left: `calc(${right}% + 8px)`, maxWidth };
}
