import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { EventRow, ExchangeDetail } from '#shared/contract/exchanges.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { VirtualList, type VirtualListHandle } from '../../../ui/lists/virtual-list.tsx';
import { client } from '../../client/client.ts';
import { FailureText } from '../../failures/failure-text.tsx';
import { formatBytes, formatMs, formatNumber } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import type { EventLog } from './event-log.ts';
import s from './events-tab.module.css';
import { type EventLine, filterEvents, foldEvents, growingRun, shortKind } from './fold-events.ts';

const keyOf = (line: EventLine) => (line.type === 'event' ? `${line.row.index}` : `run ${line.first.index}`);
const rowOf = (line: EventLine) => (line.type === 'event' ? line.row : line.last);

/**
 * Every event of the response: list left, one event right. While it runs, it follows the newest until the reader
 * scrolls away.
 */
export function EventsTab({ exchange, log }: { exchange: ExchangeDetail; log: EventLog }) {
  const t = useStrings().wire;
  if (log.rows.length === 0 && log.status !== 'reading')
    return <p className={s.nothing}>{log.failure ? <FailureText failure={log.failure} alone brief /> : t.noEvents}</p>;
  return <LiveOrRecorded key={exchange.id} exchange={exchange} log={log} />;
}

/** A response that was watched live stays as it is when it ends; a recorded one starts at the top, folded. */
function LiveOrRecorded({ exchange: { id, state }, log }: { exchange: ExchangeDetail; log: EventLog }) {
  const [wasLive, setWasLive] = useState(false);
  if (state === 'running' && !wasLive) setWasLive(true);
  return <Events exchangeId={id} log={log} live={wasLive} />;
}

function Events({ exchangeId, log, live }: { exchangeId: string; log: EventLog; live: boolean }) {
  const t = useStrings().wire;
  const [text, setText] = useState('');
  const [kinds, setKinds] = useState<ReadonlySet<string>>(new Set());
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [atEnd, setAtEnd] = useState(true);
  const list = useRef<VirtualListHandle>(null);

  // A run that grows while visible is unfolded, and stays so when it has ended: nothing moves at the end.
  const growing = live && log.status === 'reading' ? growingRun(log.rows) : null;
  if (growing !== null && !unfolded.has(growing)) setUnfolded(new Set([...unfolded, growing]));

  const isFiltered = text.trim() !== '' || kinds.size > 0;
  const rows = filterEvents(log.rows, text, kinds);
  const lines: EventLine[] = isFiltered ? rows.map((row) => ({ type: 'event', row })) : foldEvents(rows, unfolded);
  const chosen =
    lines.find((line) => keyOf(line) === chosenKey) ?? (live ? (atEnd ? lines.at(-1) : undefined) : lines[0]);
  const unfold = (line: EventLine) => {
    if (line.type !== 'run') return;
    setUnfolded(new Set([...unfolded, line.first.index]));
    setChosenKey(`${line.first.index}`);
  };
  const turn = (kind: string, on: boolean) => {
    const next = new Set(kinds);
    if (on) next.add(kind);
    else next.delete(kind);
    setKinds(next);
  };

  return (
    <div className={s.stage}>
      <div className={s.events}>
        <div className={s.side}>
          <div className={s.bar}>
            <TextField
              value={text}
              onValueChange={setText}
              size="sm"
              width={180}
              icon={<Icon of={Search} size="s" />}
              placeholder={t.filter}
              aria-label={t.filter}
            />
            <div className={s.kinds}>
              {Object.entries(log.kinds).map(([kind, count]) => (
                <Chip key={kind} pressed={kinds.has(kind)} onPressedChange={(on) => turn(kind, on)} count={count}>
                  {shortKind(kind)}
                </Chip>
              ))}
            </div>
            {!live || atEnd || !isReading(log) ? (
              <span className={s.follow}>{live && isReading(log) ? t.following : t.eventCount(log.rows.length)}</span>
            ) : (
              <Button size="sm" intent="quiet" onClick={() => list.current?.scrollToEnd()}>
                {t.toNewest}
              </Button>
            )}
          </div>
          <VirtualList
            ref={list}
            className={s.list}
            label={t.tabs.events}
            items={lines}
            itemKey={keyOf}
            rowHeight={24}
            followEnd={live}
            onAtEndChange={setAtEnd}
            selectedKey={chosen ? keyOf(chosen) : null}
            onSelect={(line) => setChosenKey(keyOf(line))}
            onOpen={unfold}
            empty={<p className={s.nothing}>{isFiltered ? t.noMatch : t.waitingForEvents}</p>}
            renderItem={(line) => <EventLineView line={line} onUnfold={() => unfold(line)} />}
          />
        </div>
        <EventDetail exchangeId={exchangeId} row={chosen ? rowOf(chosen) : null} before={before(log.rows, chosen)} />
      </div>
    </div>
  );
}

const isReading = ({ status }: EventLog) => status === 'reading';

/** Returns the event before the selected one, for the pause between them. */
function before(rows: readonly EventRow[], line: EventLine | undefined): EventRow | null {
  if (!line) return null;
  const { index } = rowOf(line);
  return rows[rows.findLastIndex((row) => row.index < index)] ?? null;
}

/** Data hue of a kind of part; hues carry no verdict. */
const hues: Record<string, string | undefined> = {
  'text-delta': s.text,
  'reasoning-delta': s.reasoning,
  'refusal-delta': s.refusal,
  'tool-delta': s.tool,
  'tool-call': s.tool,
  'usage-report': s.usage,
  finish: s.usage,
};

const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** One row: index, time, kind, summary, size. A folded run shows its count and duration. */
function EventLineView({ line, onUnfold }: { line: EventLine; onUnfold: () => void }) {
  const t = useStrings().wire;
  if (line.type === 'run') {
    const { first, last, count, kind, sizeBytes } = line;
    return (
      <div className={s.event}>
        <span className={s.index}>
          {first.index + 1}–{last.index + 1}
        </span>
        <span className={s.time}>{seconds(first.atMs)}</span>
        <span className={classes(s.kind, hues[kind])}>{t.times(kind, count)}</span>
        <span className="cut-text">
          {t.foldedFor(formatMs(last.atMs - first.atMs))}{' '}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: an option contains no control; Enter in the list box unfolds */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          <span className={s.unfold} onClick={onUnfold}>
            {t.unfold}
          </span>
        </span>
        <span className={s.size}>{formatBytes(sizeBytes)}</span>
      </div>
    );
  }
  const { index, atMs, kind, summary, sizeBytes } = line.row;
  return (
    <div className={classes(s.event, kind === 'malformed' && s.malformed, kind === 'end-mark' && s.end)}>
      <span className={s.index}>{index + 1}</span>
      <span className={s.time}>{seconds(atMs)}</span>
      <span className={classes(s.kind, hues[kind])}>{kind}</span>
      <span className="cut-text">{summary}</span>
      <span className={s.size}>{formatBytes(sizeBytes)}</span>
    </div>
  );
}

interface EventDetailProps {
  exchangeId: string;
  row: EventRow | null;
  before: EventRow | null;
}

/** One event in full: its data as indented JSON, or as received when it is not JSON. */
function EventDetail({ exchangeId, row, before }: EventDetailProps) {
  const { wire: t, pieces } = useStrings();
  const data = useEventData(exchangeId, row);
  if (!row) return <aside className={s.detail} aria-label={t.eventDetail} />;
  return (
    <aside className={s.detail} aria-label={t.eventDetail}>
      <div className={s.detailHead}>
        <b>{t.event(row.index + 1)}</b>
        <span className={`cut-text ${s.detailFacts}`}>
          {pieces.facts(
            t.eventBytes(formatNumber(row.sizeBytes)),
            before && t.after(formatMs(row.atMs - before.atMs), before.index + 1),
          )}
        </span>
        <CopyButton text={data} labels={{ copy: t.copyEvent, copied: t.copied, failed: t.copyFailed }} />
      </div>
      {row.name && <p className={s.name}>event: {row.name}</p>}
      <CodeView
        text={data}
        language={/^\s*[{[]/.test(data) ? 'json' : 'text'}
        indented
        wrap
        label={t.eventDetail}
        labels={t.code}
        className={s.code}
      />
    </aside>
  );
}

/** Returns the data of a row; requested again where the log left it out to save memory. */
function useEventData(exchangeId: string, row: EventRow | null): string {
  const [asked, setAsked] = useState<{ index: number; data: string } | null>(null);
  const index = row && row.data === '' && row.sizeBytes > 0 ? row.index : null;
  useEffect(() => {
    if (index === null) return;
    const leaving = new AbortController();
    const ask = async () => {
      for await (const found of client.exchanges.events({ id: exchangeId, from: index }, { signal: leaving.signal })) {
        setAsked({ index, data: found.data });
        break;
      }
    };
    // If the request fails, the row keeps its summary.
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, [exchangeId, index]);
  return index !== null && asked?.index === index ? asked.data : (row?.data ?? '');
}
