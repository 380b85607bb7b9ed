import { Plus, Scissors, Search } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { type FrameFilter, foldFrames, type LogRow } from '../model/fold-frames.ts';
import type { LiveSession } from '../model/session-view.ts';
import { isLive } from '../model/session-view.ts';
import { shown } from '../store.ts';
import { GapSentence } from '../talk/gap-sentence.tsx';
import { useSessionView } from '../use-session.ts';
import { FrameDetail } from './frame-detail.tsx';
import { FrameLine } from './frame-line.tsx';
import s from './frame-log.module.css';

const composer = lazyModule(() => import('./event-composer.tsx'));

const keyOf = (row: LogRow) => (row.kind === 'gap' ? `gap ${row.gap.fromMs}` : String(row.index));
const linePx = 25;
const gapPx = 52;

/** Every frame, both ways: filtered, folded, and whole beside the list. */
export function FrameLog({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.frames;
  const count = useSessionView(session, (view) => view.frameCount);
  const bytes = useSessionView(session, (view) => view.frameBytes);
  const gaps = useSessionView(session, (view) => view.gaps);
  const live = useSessionView(session, isLive);
  const chosen = useStore(shown, ({ frame }) => frame);
  const [filter, setFilter] = useState<FrameFilter>({ text: '', in: true, out: true, folded: true, control: false });
  const [isWriting, setWriting] = useState(false);
  const writer = useLazyModule(composer, isWriting);
  // The array grows in place: its length is what tells that there is more.
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
          <Button
            size="sm"
            icon={<Icon of={Plus} size="s" />}
            onPointerEnter={() => void composer.load().catch(() => undefined)}
            onClick={() => setWriting(true)}
          >
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
      {isWriting && writer && <writer.EventComposer session={session} onClose={() => setWriting(false)} />}
    </div>
  );
}

function useRows(session: LiveSession, count: number, gaps: Parameters<typeof foldFrames>[1], filter: FrameFilter) {
  'use no memo';
  return count >= 0 ? foldFrames(session.view.getState().frames, gaps, filter) : [];
}
