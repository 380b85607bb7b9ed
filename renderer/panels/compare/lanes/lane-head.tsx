import { ChevronLeft, ChevronRight, Ellipsis, Pin, VolumeX } from 'lucide-react';
import { useState } from 'react';
import type { CellHead, CompareRun } from '#shared/contract/compare.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { drawnLine, type PatchState } from '../../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useNow } from '../../../lib/runs/use-now.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { Intent } from '../../../ui/base/intent.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Cord, Ring } from '../../../ui/diagrams/patch-line.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import {
  baselineOf,
  type CompareLane,
  type Comparison,
  isTextLane,
  letterOf,
  maxLanes,
  textLaneRoutes,
  variantsOf,
  withLane,
  withLaneAt,
  withLanes,
  withoutLane,
} from '../model/comparison.ts';
import { isFailed, isOpen } from '../runs.ts';
import { changeComparison, newId, openInChat, type RunAct, rerunCells, useView } from '../store.ts';
import { LaneDialog } from './lane-dialog.tsx';
import s from './lanes.module.css';

/** What is dragged to move a lane: its id. The menu moves it by keyboard. */
export const laneDragType = 'application/x-patchbay-lane';

export interface LaneProps {
  lane: CompareLane;
  /** Its place, from 0. */
  at: number;
  comparison: Comparison;
  run: CompareRun | null;
  /** Its cells of the run, one per repeat. */
  cells: readonly CellHead[];
}

/** What can be done with a lane. */
function useLaneItems({
  lane,
  at,
  comparison,
  run,
  cells,
  act,
  onEdit,
}: LaneProps & { act: RunAct; onEdit: () => void }): () => MenuItem[] {
  const t = useStrings().compare.lane;
  const { connections } = useActive();
  const keys = useCall('keys', 'status', {}).data ?? [];
  return () => {
    const { lanes } = comparison;
    const isFull = lanes.length >= maxLanes;
    const own = keys.filter(({ connectionId, enabled }) => enabled && connectionId === lane.connectionId);
    const addVariants = (changes: Parameters<typeof variantsOf>[2]) =>
      changeComparison((now) => withLanes(now, variantsOf(now, lane, changes, newId)));
    const failed = cells.filter(isFailed).map(({ id }) => id);
    const moveTo = (place: number) => changeComparison((now) => withLaneAt(now, lane.id, place));
    return [
      menuAction('edit', t.edit, onEdit),
      menuAction(
        'retry',
        t.retry,
        () => run && void act.run(() => rerunCells(run.id, failed.length > 0 ? failed : cells.map(({ id }) => id))),
        { disabled: !run || cells.length === 0 || cells.some(isOpen) },
      ),
      menuAction(
        'chat',
        t.openInChat,
        () => run && isTextLane(lane) && void act.run(() => openInChat(comparison, lane, run.id, cells[0]?.id ?? '')),
        { disabled: !run || cells.length === 0 || cells.some(isOpen) || !isTextLane(lane) },
      ),
      { kind: 'separator', id: 'sets' },
      menuAction('copy', t.duplicate, () => changeComparison((now) => withLanes(now, [{ ...lane, id: newId() }])), {
        disabled: isFull,
      }),
      menuAction(
        'protocols',
        t.protocols,
        () => addVariants(textLaneRoutes.map((routeId) => ({ routeId, parameters: null }))),
        { disabled: isFull || !isTextLane(lane) },
      ),
      menuAction(
        'connections',
        t.everyConnection,
        () => addVariants(connections.map(({ id }) => ({ connectionId: id, keyId: null }))),
        { disabled: isFull || connections.length < 2 },
      ),
      // A lane without a key of its own uses the first one already.
      menuAction(
        'keys',
        t.everyKey,
        () => addVariants(own.filter((_, place) => lane.keyId !== null || place > 0).map(({ id }) => ({ keyId: id }))),
        { disabled: isFull || own.length < 2 },
      ),
      { kind: 'separator', id: 'place' },
      menuAction('left', t.moveLeft, () => moveTo(at - 1), { disabled: at === 0 }),
      menuAction('right', t.moveRight, () => moveTo(at + 1), { disabled: at === lanes.length - 1 }),
      menuAction(
        'baseline',
        comparison.baselineId === lane.id ? t.isBaseline : t.pin,
        () => {
          changeComparison((now) => ({ ...now, baselineId: lane.id }));
          useView.setState({ isDiff: true });
        },
        { disabled: comparison.baselineId === lane.id },
      ),
      menuAction('mute', lane.isMuted ? t.unmute : t.mute, () =>
        changeComparison((now) => withLane(now, lane.id, { isMuted: !lane.isMuted })),
      ),
      { kind: 'separator', id: 'end' },
      menuAction('remove', t.remove, () => changeComparison((now) => withoutLane(now, lane.id)), { danger: true }),
    ];
  };
}

interface HeadProps extends LaneProps {
  /** The repeat that is shown. */
  cell: CellHead | undefined;
  onRepeatChange: (repeat: number) => void;
  act: RunAct;
}

/** Where a lane sends to, as a small patch line that opens its settings; its state, and what can be done with it. */
export function LaneHead({ lane, at, comparison, run, cells, cell, onRepeatChange, act }: HeadProps) {
  const t = useStrings().compare.lane;
  const [isEditing, setEditing] = useState(false);
  const isDiff = useView((view) => view.isDiff);
  const isBaseline = isDiff && baselineOf(comparison)?.id === lane.id;
  const place = usePlaceOf(lane);
  const { cords, rings } = drawnLine(patchStateOf(cell));
  const items = useLaneItems({ lane, at, comparison, run, cells, act, onEdit: () => setEditing(true) });
  return (
    <header className={s.head}>
      <div className={s.line}>
        <span
          className={s.letter}
          style={{ color: `var(--d${(at % 6) + 1})` }}
          aria-hidden="true"
          title={t.drag}
          draggable
          onDragStart={(event) => event.dataTransfer.setData(laneDragType, lane.id)}
        >
          {letterOf(at)}
        </span>
        <button
          type="button"
          className={s.model}
          aria-label={t.editOf(letterOf(at), lane.model || t.noModel)}
          title={lane.model}
          onClick={() => setEditing(true)}
        >
          <span className="mono cut-text">{lane.model || t.noModel}</span>
        </button>
        {isBaseline && <Badge icon={<Icon of={Pin} size="xs" />}>{t.baseline}</Badge>}
        <span className="space" />
        {cell && <CellState cell={cell} />}
        <Menu
          align="end"
          trigger={<IconButton label={t.more(letterOf(at))} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
          items={items}
        />
      </div>
      <div className={s.patch}>
        <Ring state={place.isKnown ? rings[0] : 'bad'} />
        <span className="cut-text">{place.key}</span>
        <Cord state={cords[0]} />
        <Ring state={rings[1]} />
        <span className={s.route}>{t.routes[lane.routeId]}</span>
        <Cord state={cords[1]} />
        <Ring state={rings[2]} />
        <span className="space" />
        {lane.isMuted ? (
          <Badge icon={<Icon of={VolumeX} size="xs" />}>{t.isMuted}</Badge>
        ) : (
          cells.length <= 1 && <span className={`cut-text ${s.quiet}`}>{place.connection}</span>
        )}
        {cells.length > 1 && cell && (
          <span className={s.repeats}>
            <IconButton
              label={t.previousRepeat}
              size="sm"
              icon={<Icon of={ChevronLeft} size="s" />}
              disabled={cell.repeat === 0}
              onClick={() => onRepeatChange(cell.repeat - 1)}
            />
            <span className="num">{t.repeatOf(cell.repeat + 1, cells.length)}</span>
            <IconButton
              label={t.nextRepeat}
              size="sm"
              icon={<Icon of={ChevronRight} size="s" />}
              disabled={cell.repeat === cells.length - 1}
              onClick={() => onRepeatChange(cell.repeat + 1)}
            />
          </span>
        )}
      </div>
      {isEditing && <LaneDialog lane={lane} at={at} comparison={comparison} onClose={() => setEditing(false)} />}
    </header>
  );
}

const intents: Partial<Record<CellHead['state'], Intent>> = {
  running: 'live',
  paused: 'warn',
  failed: 'bad',
  interrupted: 'bad',
  'done-with-warnings': 'warn',
};

/** The state in a word, and how long it took; while it runs, the time so far. */
export function CellState({ cell }: { cell: CellHead }) {
  const { states } = useStrings().pieces;
  const t = useStrings().compare.lane;
  const { state, failure, metrics } = cell;
  const isLimited = state === 'paused' || (state === 'failed' && failure?.code === 'rate-limited');
  const word = isLimited ? t.rateLimited : state === 'skipped' ? t.notSent : states[state];
  const intent = intents[state];
  return (
    <>
      {intent === undefined ? (
        // Quiet success: the time says it.
        <span className={state === 'done' ? 'sr-only' : s.quiet}>{word}</span>
      ) : (
        <Badge intent={intent}>{word}</Badge>
      )}
      {state === 'running' ? (
        <RunningClock key={cell.exchangeId} />
      ) : (
        metrics?.latencyMs != null && <span className={`num ${s.quiet}`}>{formatMs(metrics.latencyMs)}</span>
      )}
    </>
  );
}

/** The time since the page saw the request start. */
function RunningClock() {
  const [from] = useState(() => Date.now());
  const now = useNow(true, 100);
  return (
    <span className={`num ${s.quiet}`} aria-hidden="true">
      {formatMs(Math.max(0, now - from))}
    </span>
  );
}

function patchStateOf(cell: CellHead | undefined): PatchState {
  switch (cell?.state) {
    case undefined:
    case 'skipped':
    case 'cancelled':
      return 'idle';
    case 'waiting':
    case 'paused':
      return 'preparing';
    case 'running':
      return 'streaming';
    case 'interrupted':
      return 'cut';
    case 'failed':
      return 'failed';
    default:
      return 'done';
  }
}

/** Returns the names of where a lane sends to; the connection only where lanes of several are compared. */
function usePlaceOf({ connectionId, keyId }: LaneProps['lane']) {
  const t = useStrings().compare.lane;
  const { connections } = useActive();
  const keys = useCall('keys', 'status', {}).data;
  const connection = connections.find(({ id }) => id === connectionId);
  const own = keys?.filter((key) => key.connectionId === connectionId) ?? [];
  const key = keyId === null ? own.find(({ enabled }) => enabled) : own.find(({ id }) => id === keyId);
  const isKnown = connection !== undefined && (keyId === null || key !== undefined || keys === undefined);
  return {
    isKnown,
    key: key?.alias ?? (keyId !== null && keys !== undefined ? t.keyGone : t.noKey),
    connection: connection?.name ?? (connections.length > 0 ? t.connectionGone : ''),
  };
}
