import { ArrowDown, ArrowUp, Plus, Scissors, Search } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatBytes, formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { HexView } from '../../../ui/code/hex-view.tsx';
import { indentJson } from '../../../ui/code/indent-json.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { useSessionView } from '../live-session.ts';
import { type FrameFilter, type FrameGroup, foldFrames, type LogRow } from '../model/fold-frames.ts';
import { isLive, type LiveSession } from '../model/session-view.ts';
import { shown } from '../store.ts';
import { GapSentence } from '../talk/conversation.tsx';
import { EventComposer } from './event-composer.tsx';
import s from './frame-log.module.css';

const keyOf = (row: LogRow) => (row.kind === 'gap' ? `gap ${row.gap.fromMs}` : String(row.index));
const linePx = 25;
const gapPx = 52;

/** All frames, in both directions: a filtered list with folded runs, and the selected frame next to it. */
export function FrameLog({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.frames;
  const count = useSessionView(session, (view) => view.frameCount);
  const bytes = useSessionView(session, (view) => view.frameBytes);
  const gaps = useSessionView(session, (view) => view.gaps);
  const live = useSessionView(session, isLive);
  const chosen = useStore(shown, ({ frame }) => frame);
  const [filter, setFilter] = useState<FrameFilter>({ text: '', in: true, out: true, folded: true, control: false });
  const [isWriting, setWriting] = useState(false);
  // The array grows in place: only its length shows that there are more frames.
  const rows = useRows(session, count, gaps, filter);
  const change = (by: Partial<FrameFilter>) => setFilter({ ...filter, ...by });
  return (
    <div className={s.log}>
      <div className={s.bar}>
        <div className={s.search}>
          <TextField
            type="search"
            size="sm"
            value={filter.text}
            onValueChange={(text) => change({ text })}
            icon={<Icon of={Search} size="s" />}
            placeholder={t.filter}
            aria-label={t.filter}
          />
        </div>
        <Chip pressed={filter.in} onPressedChange={(on) => change({ in: on })}>
          {t.in}
        </Chip>
        <Chip pressed={filter.out} onPressedChange={(on) => change({ out: on })}>
          {t.out}
        </Chip>
        <Chip pressed={filter.folded} onPressedChange={(folded) => change({ folded })}>
          {t.folded}
        </Chip>
        <Chip pressed={filter.control} onPressedChange={(control) => change({ control })}>
          {t.control}
        </Chip>
        <span className={s.count}>{t.count(formatNumber(count), formatBytes(bytes))}</span>
        {live && (
          <Button size="sm" icon={<Icon of={Plus} size="s" />} onClick={() => setWriting(true)}>
            {t.send}
          </Button>
        )}
      </div>
      <div className={s.panes}>
        <VirtualList
          items={rows}
          itemKey={keyOf}
          label={t.label}
          rowHeight={(row) => (row.kind === 'gap' ? gapPx : linePx)}
          selectedKey={chosen === null ? null : String(chosen)}
          onSelect={(row) => row.kind === 'frames' && shown.setState({ frame: row.index })}
          isCaption={(row) => row.kind === 'gap'}
          followEnd={live}
          className={s.list}
          empty={<p className={s.empty}>{count === 0 ? t.empty : t.nothing}</p>}
          renderItem={(row) =>
            row.kind === 'gap' ? (
              <p className={s.gap}>
                <Icon of={Scissors} size="s" />
                <span>
                  <GapSentence gap={row.gap} />
                </span>
              </p>
            ) : (
              <FrameLine group={row} />
            )
          }
        />
        <FrameDetail session={session} index={chosen} />
      </div>
      {isWriting && <EventComposer session={session} onClose={() => setWriting(false)} />}
    </div>
  );
}

function useRows(session: LiveSession, count: number, gaps: Parameters<typeof foldFrames>[1], filter: FrameFilter) {
  'use no memo';
  return count >= 0 ? foldFrames(session.view.getState().frames, gaps, filter) : [];
}

/** One frame, or a run of deltas of one kind: time, direction, kind, size. */
function FrameLine({ group }: { group: FrameGroup }) {
  const t = useStrings().realtime.frames;
  const { first, last, count, sizeBytes } = group;
  const isError = first.kind === 'error' || first.kind === 'malformed';
  return (
    <div className={s.line} data-bad={isError}>
      <span className={s.time}>{(first.atMs / 1000).toFixed(2)}</span>
      <span className={s.way} data-way={first.direction}>
        <Icon of={first.direction === 'in' ? ArrowDown : ArrowUp} size="xs" label={t.directions[first.direction]} />
      </span>
      <span className={s.what}>
        <b>{count > 1 ? t.times(first.kind, count) : first.kind}</b>
        {count === 1 && first.summary && <span>{first.summary}</span>}
      </span>
      <span className={s.size}>
        {count > 1 && `${formatMs(last.atMs - first.atMs)}, `}
        {formatBytes(sizeBytes)}
      </span>
    </div>
  );
}

/** One frame as it was sent or received: formatted, raw, or as bytes. */
function FrameDetail({ session, index }: { session: LiveSession; index: number | null }) {
  const t = useStrings().realtime.frames;
  const [mode, setMode] = useState<'json' | 'raw' | 'hex'>('json');
  const { data, error } = useCall(
    'realtime',
    'frame',
    { id: session.id, index: index ?? 0 },
    { enabled: index !== null, keepPrevious: true },
  );
  if (index === null)
    return (
      <aside className={s.detail}>
        <p className={s.quiet}>{t.choose}</p>
      </aside>
    );
  const frame = session.view.getState().frames.find((row) => row.index === index);
  const text = data ? (mode === 'json' && indentJson(data.text)) || data.text : '';
  return (
    <aside className={s.detail} aria-label={t.title(formatNumber(index))}>
      <div className={s.detailHead}>
        <h3>{t.title(formatNumber(index))}</h3>
        <span className={s.quiet}>
          {data && formatBytes(data.sizeBytes)}
          {frame && `, ${t.directions[frame.direction]}`}
        </span>
        {data && (
          <CopyButton text={data.text} labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }} size="sm" />
        )}
      </div>
      <Segmented
        value={mode}
        onValueChange={setMode}
        options={[
          { value: 'json', label: t.json },
          { value: 'raw', label: t.raw },
          { value: 'hex', label: 'Hex' },
        ]}
        label={t.view}
      />
      {error && <FailureCard failure={error.failure} />}
      {data && data.sizeBytes > byteLength(data.text) && (
        <p className={s.quiet}>{t.cutShort(formatBytes(data.sizeBytes))}</p>
      )}
      <div className={s.code}>
        {mode === 'hex' ? (
          data && <HexView {...bytesOf(data.text)} label={t.title(String(index))} {...t.hexWords} />
        ) : (
          <CodeView text={text} language={mode === 'json' ? 'json' : 'text'} wrap label={t.title(String(index))} />
        )}
      </div>
    </aside>
  );
}

/** Returns a reader of the text as bytes, a window at a time. */
function bytesOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  return {
    sizeBytes: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;
