import type { CellHead, CompareRun } from '#shared/contract/compare.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { changeComparison, newId, openInChat, type RunAct, rerunCells, useView } from '../compare.ts';
import {
  type CompareLane,
  type Comparison,
  isTextLane,
  maxLanes,
  textLaneRoutes,
  variantsOf,
  withLane,
  withLaneAt,
  withLanes,
  withoutLane,
} from '../model/comparison.ts';
import { isFailed, isOpen } from '../runs/runs.ts';

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
export function useLaneItems({
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
