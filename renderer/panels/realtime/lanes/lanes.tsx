import { useEffect, useRef } from 'react';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { type LaneBar, type LaneId, laneBars, timeMarks } from '../model/lane-bars.ts';
import type { Gap, LiveSession } from '../model/session-view.ts';
import { useSessionClock, useSessionView } from '../use-session.ts';
import s from './lanes.module.css';

const lanes: readonly LaneId[] = ['person', 'model', 'tool'];
const pxPerSecond = 42;
/** A bar that is shorter shows no words: they would be a single letter. */
const leastTextPx = 32;
/** Room after the newest moment, so that a bar that grows is seen whole. */
const aheadMs = 2_000;

/** Who spoke when: a bar for each turn, and a band where there was no connection. It follows the present while it is live. */
export function Lanes({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const sayings = useSessionView(session, (view) => view.sayings);
  const gaps = useSessionView(session, (view) => view.gaps);
  const spokenItemId = useSessionView(session, (view) => view.spokenItemId);
  const ended = useSessionView(session, (view) => view.ended);
  const nowMs = useSessionClock(session);
  const names: Record<LaneId, string> = { person: t.you, model: t.model, tool: t.tool };
  const bars = laneBars({ sayings, gaps, spokenItemId, ended }, nowMs);
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        tabIndex={0}
        aria-label={t.lanes.label}
        onScroll={({ currentTarget: box }) => {
          follows.current = box.scrollLeft + box.clientWidth >= box.scrollWidth - 24;
        }}
      >
        <div className={s.track} style={{ width: place(endMs) }}>
          {timeMarks(0, endMs, pxPerSecond).map((ms) => (
            <span key={ms} className={s.mark} style={{ left: place(ms) }}>
              {Math.round(ms / 1000)} s
            </span>
          ))}
          {gaps.map((gap) => (
            <GapBand key={gap.fromMs} gap={gap} nowMs={nowMs} place={place} />
          ))}
          {bars.map((bar) => (
            <Bar key={bar.id} bar={bar} who={names[bar.lane]} place={place} />
          ))}
        </div>
      </section>
    </div>
  );
}

function Bar({ bar, who, place }: { bar: LaneBar; who: string; place: (ms: number) => number }) {
  const t = useStrings().realtime.lanes;
  const { lane, startMs, endMs, arrivedMs, text, cut } = bar;
  const width = Math.max(6, place(endMs - startMs));
  const spoken = t.bar(who, formatMs(startMs), formatMs(endMs), text || '…');
  const label = arrivedMs === null ? spoken : `${spoken} (${t.received(formatMs(arrivedMs - startMs))})`;
  return (
    <span
      className={classes(s.bar, cut && s.cut)}
      data-lane={lane}
      style={{ left: place(startMs), width }}
      role="img"
      aria-label={cut ? `${label} (${t.cut})` : label}
      data-tip={arrivedMs === null ? text || undefined : [text, t.received(formatMs(arrivedMs - startMs))].join('\n')}
    >
      {arrivedMs !== null && <i className={s.arrived} style={{ width: place(arrivedMs - startMs) }} />}
      {width >= leastTextPx && text}
    </span>
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
