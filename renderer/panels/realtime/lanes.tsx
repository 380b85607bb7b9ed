import { useEffect, useRef } from 'react';
import { formatMs, formatPosition } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { classes } from '../../ui/base/class-names.ts';
import s from './lanes.module.css';
import { useSessionClock, useSessionView } from './live-session.ts';
import type { Gap, LiveSession, SessionItem, SessionView } from './model/session-view.ts';

const lanes: readonly LaneId[] = ['person', 'model', 'tool'];
const pxPerSecond = 42;
/** A shorter bar has its text beside it, if there is that much room: inside, it would be a single letter. */
const minTextPx = 32;
/** The longest text beside a bar. */
const maxBesidePx = 180;
/** Space after the newest moment, so that a growing bar is fully visible. */
const aheadMs = 2_000;

/**
 * Who spoke when: a bar for each turn, and a band where there was no connection. Scrolls along while the session is
 * live.
 */
export function Lanes({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const items = useSessionView(session, (view) => view.items);
  const gaps = useSessionView(session, (view) => view.gaps);
  const spokenItemId = useSessionView(session, (view) => view.spokenItemId);
  const ended = useSessionView(session, (view) => view.ended);
  const nowMs = useSessionClock(session);
  const names: Record<LaneId, string> = { person: t.you, model: t.model, tool: t.tool };
  const bars = laneBars({ items, gaps, spokenItemId, ended }, nowMs);
  const endMs = Math.max(nowMs, ...bars.map((bar) => bar.endMs)) + aheadMs;
  const scroll = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const box = scroll.current;
    if (box && follows.current) box.scrollLeft = box.scrollWidth;
  });
  const place = (ms: number) => (ms / 1000) * pxPerSecond;
  return (
    <div className={s.lanes}>
      <div className={s.names} aria-hidden>
        {lanes.map((lane) => (
          <span key={lane}>{names[lane]}</span>
        ))}
      </div>
      <section
        className={s.scroll}
        ref={scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={t.lanes.label}
        onScroll={({ currentTarget: box }) => {
          follows.current = box.scrollLeft + box.clientWidth >= box.scrollWidth - 24;
        }}
      >
        <div className={s.track} style={{ width: place(endMs) }}>
          {timeMarks(0, endMs, pxPerSecond).map((ms) => (
            <span key={ms} className={s.mark} style={{ left: place(ms) }}>
              {formatPosition(ms).slice(0, -2)}
            </span>
          ))}
          {gaps.map((gap) => (
            <GapBand key={gap.fromMs} gap={gap} nowMs={nowMs} place={place} />
          ))}
          {bars.map((bar) => (
            <Bar key={bar.id} bar={bar} who={names[bar.lane]} place={place} roomPx={place(roomAfter(bar, bars))} />
          ))}
        </div>
      </section>
    </div>
  );
}

interface BarProps {
  bar: LaneBar;
  who: string;
  place: (ms: number) => number;
  /** Up to the next bar of the lane. */
  roomPx: number;
}

function Bar({ bar, who, place, roomPx }: BarProps) {
  const t = useStrings().realtime.lanes;
  const { lane, startMs, endMs, arrivedMs, text, cut } = bar;
  const width = Math.max(6, place(endMs - startMs));
  const spoken = t.bar(who, formatPosition(startMs), formatPosition(endMs), text || '…');
  const label = arrivedMs === null ? spoken : `${spoken} (${t.received(formatMs(arrivedMs - startMs))})`;
  const left = place(startMs);
  const besidePx = Math.min(maxBesidePx, roomPx - 8);
  return (
    <>
      <span
        className={classes(s.bar, cut && s.cut)}
        data-lane={lane}
        data-short={width < minTextPx}
        style={{ left, width }}
        role="img"
        aria-label={cut ? `${label} (${t.cut})` : label}
        data-tip={arrivedMs === null ? text || undefined : [text, t.received(formatMs(arrivedMs - startMs))].join('\n')}
      >
        {arrivedMs !== null && <i className={s.arrived} style={{ width: place(arrivedMs - startMs) }} />}
        {width >= minTextPx && text}
      </span>
      {width < minTextPx && besidePx >= minTextPx && (
        <span className={s.beside} data-lane={lane} style={{ left: left + width, maxWidth: besidePx }} aria-hidden>
          {text}
        </span>
      )}
    </>
  );
}

function GapBand({ gap, nowMs, place }: { gap: Gap; nowMs: number; place: (ms: number) => number }) {
  const t = useStrings().realtime.lanes;
  const length = (gap.toMs ?? nowMs) - gap.fromMs;
  return (
    <span className={s.gap} style={{ left: place(gap.fromMs), width: Math.max(4, place(length)) }}>
      <b>{t.gap(formatMs(length))}</b>
    </span>
  );
}

type LaneId = 'person' | 'model' | 'tool';

interface LaneBar {
  id: string;
  lane: LaneId;
  startMs: number;
  endMs: number;
  /** When its last audio arrived, if playback lasts longer than that; else `null`. */
  arrivedMs: number | null;
  text: string;
  /** It was cut short: interrupted, or lost with its socket. */
  cut: boolean;
}

/** Returns the milliseconds from the end of a bar to the next one of its lane. */
const roomAfter = ({ lane, endMs, startMs }: LaneBar, bars: readonly LaneBar[]): number =>
  Math.min(...bars.filter((other) => other.lane === lane && other.startMs > startMs).map((other) => other.startMs)) -
  endMs;

/** Shorter bars are drawn at this length to stay visible. */
const minBarMs = 150;

/**
 * Returns the turns as bars in lanes. A turn still being spoken, and a tool call without an output, extend to now, in
 * milliseconds after the start. Unplayed audio is dropped where the connection breaks, and nothing is drawn after the end
 * of the session.
 */
export const laneBars = (
  { items, gaps, spokenItemId, ended }: Pick<SessionView, 'items' | 'gaps' | 'spokenItemId' | 'ended'>,
  nowMs: number,
): LaneBar[] =>
  items
    .map((item) =>
      item.itemId === spokenItemId || (item.tool && !item.tool.isAnswered && !ended)
        ? { ...item, endMs: Math.max(item.endMs, nowMs) }
        : item,
    )
    .filter((item) => item.tool !== null || item.text !== '' || item.endMs > item.startMs)
    .map((item) => barOf(item, gaps, ended?.atMs ?? Number.POSITIVE_INFINITY));

function barOf(item: SessionItem, gaps: readonly Gap[], sessionEndMs: number): LaneBar {
  const { itemId, who, tool, text, startMs, endMs, audioMs, arrivedMs, truncatedMs } = item;
  const gap = gaps.find(({ fromMs }) => who === 'model' && startMs < fromMs && endMs >= fromMs);
  const transcriptEnd = truncatedMs === null ? endMs : Math.min(endMs, startMs + truncatedMs);
  const end = Math.min(transcriptEnd, gap?.fromMs ?? sessionEndMs, sessionEndMs);
  const drawnEnd = Math.max(end, Math.min(startMs + minBarMs, sessionEndMs));
  return {
    id: itemId,
    lane: tool ? 'tool' : who,
    startMs,
    endMs: drawnEnd,
    arrivedMs: audioMs > 0 && arrivedMs < drawnEnd ? arrivedMs : null,
    text: tool ? tool.name : text,
    cut: truncatedMs !== null || gap?.cutAnswer === true,
  };
}

/** Returns the marks of the time line: whole seconds, spaced so that their labels fit. */
export function timeMarks(fromMs: number, toMs: number, pxPerSecond: number): number[] {
  const apartPx = 90;
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
  const step = (steps.find((seconds) => seconds * pxPerSecond >= apartPx) ?? 900) * 1000;
  const first = Math.ceil(fromMs / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((toMs - first) / step) + 1) }, (_, at) => first + at * step);
}
