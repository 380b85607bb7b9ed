import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { EventRow } from '#shared/contract/exchanges.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { VirtualList, type VirtualListHandle } from '../../../ui/lists/virtual-list.tsx';
import { useCall } from '../../client/query.ts';
import { FailureText } from '../../failures/failure-text.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { Unlit } from '../unlit.tsx';
import { EventDetail } from './event-detail.tsx';
import { EventLineView } from './event-line.tsx';
import type { EventLog } from './event-log.ts';
import s from './events-tab.module.css';
import { type EventLine, filterEvents, foldEvents, growingRun, shortKind } from './fold-events.ts';

const keyOf = (line: EventLine) => (line.type === 'event' ? `${line.row.index}` : `run ${line.first.index}`);
const rowOf = (line: EventLine) => (line.type === 'event' ? line.row : line.last);

/** Every event of the response: list left, one event right. While it runs, follows the newest until the reader looks elsewhere. */
export function EventsTab({ exchangeId, log }: { exchangeId: string | null; log: EventLog }) {
  const t = useStrings().wire;
  if (!exchangeId) return <Unlit tab="events" />;
  if (log.rows.length === 0 && log.status !== 'reading')
    return <p className={s.nothing}>{log.failure ? <FailureText failure={log.failure} alone brief /> : t.noEvents}</p>;
  return <LiveOrRecorded key={exchangeId} exchangeId={exchangeId} log={log} />;
}

/** One that was watched live stays as it is when it ends; a recorded one begins at the top, folded. */
function LiveOrRecorded({ exchangeId, log }: { exchangeId: string; log: EventLog }) {
  const { data } = useCall('exchanges', 'get', { id: exchangeId });
  const [wasLive, setWasLive] = useState(false);
  if (data?.state === 'running' && !wasLive) setWasLive(true);
  return data ? <Events exchangeId={exchangeId} log={log} live={wasLive} /> : null;
}

function Events({ exchangeId, log, live }: { exchangeId: string; log: EventLog; live: boolean }) {
  const t = useStrings().wire;
  const [text, setText] = useState('');
  const [kinds, setKinds] = useState<ReadonlySet<string>>(new Set());
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [atEnd, setAtEnd] = useState(true);
  const list = useRef<VirtualListHandle>(null);

  // A run that grows before the reader's eyes is open, and stays so when it has ended: nothing moves at the end.
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

/** The event before the chosen one, to tell the pause between them. */
function before(rows: readonly EventRow[], line: EventLine | undefined): EventRow | null {
  if (!line) return null;
  const { index } = rowOf(line);
  return rows[rows.findLastIndex((row) => row.index < index)] ?? null;
}
