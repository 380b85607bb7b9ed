import type { CellHead, CompareRun } from '#shared/contract/compare.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { MenuItem } from '../../../ui/overlays/menu.tsx';
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
      { kind: 'action', id: 'edit', label: t.edit, onSelect: onEdit },
      {
        kind: 'action',
        id: 'retry',
        label: t.retry,
        disabled: !run || cells.length === 0 || cells.some(isOpen),
        onSelect: () =>
          run && void act.run(() => rerunCells(run.id, failed.length > 0 ? failed : cells.map(({ id }) => id))),
      },
      {
        kind: 'action',
        id: 'chat',
        label: t.openInChat,
        disabled: !run || cells.length === 0 || cells.some(isOpen) || !isTextLane(lane),
        onSelect: () =>
          run && isTextLane(lane) && void act.run(() => openInChat(comparison, lane, run.id, cells[0]?.id ?? '')),
      },
      { kind: 'separator', id: 'sets' },
      {
        kind: 'action',
        id: 'copy',
        label: t.duplicate,
        disabled: isFull,
        onSelect: () => changeComparison((now) => withLanes(now, [{ ...lane, id: newId() }])),
      },
      {
        kind: 'action',
        id: 'protocols',
        label: t.protocols,
        disabled: isFull || !isTextLane(lane),
        onSelect: () => addVariants(textLaneRoutes.map((routeId) => ({ routeId, parameters: null }))),
      },
      {
        kind: 'action',
        id: 'connections',
        label: t.everyConnection,
        disabled: isFull || connections.length < 2,
        onSelect: () => addVariants(connections.map(({ id }) => ({ connectionId: id, keyId: null }))),
      },
      {
        kind: 'action',
        id: 'keys',
        label: t.everyKey,
        disabled: isFull || own.length < 2,
        onSelect: () =>
          addVariants(
            // A lane without a key of its own uses the first one already.
            own.filter((_, place) => lane.keyId !== null || place > 0).map(({ id }) => ({ keyId: id })),
          ),
      },
      { kind: 'separator', id: 'place' },
      { kind: 'action', id: 'left', label: t.moveLeft, disabled: at === 0, onSelect: () => moveTo(at - 1) },
      {
        kind: 'action',
        id: 'right',
        label: t.moveRight,
        disabled: at === lanes.length - 1,
        onSelect: () => moveTo(at + 1),
      },
      {
        kind: 'action',
        id: 'baseline',
        label: comparison.baselineId === lane.id ? t.isBaseline : t.pin,
        disabled: comparison.baselineId === lane.id,
        onSelect: () => {
          changeComparison((now) => ({ ...now, baselineId: lane.id }));
          useView.setState({ isDiff: true });
        },
      },
      {
        kind: 'action',
        id: 'mute',
        label: lane.isMuted ? t.unmute : t.mute,
        onSelect: () => changeComparison((now) => withLane(now, lane.id, { isMuted: !lane.isMuted })),
      },
      { kind: 'separator', id: 'end' },
      {
        kind: 'action',
        id: 'remove',
        label: t.remove,
        danger: true,
        onSelect: () => changeComparison((now) => withoutLane(now, lane.id)),
      },
    ];
  };
}
