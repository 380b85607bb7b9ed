import type { LaneChange } from '#shared/compare/regressions.ts';
import type { CompareCell, CompareInput, CompareRun } from '#shared/contract/compare.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import { percentile } from '#shared/statistics.ts';

/** What is exported of a run. */
export interface ExportedRun {
  run: CompareRun;
  cells: readonly CompareCell[];
  /** How it changed from an earlier run of its sheet. */
  before: { startedAt: number; lanes: readonly LaneChange[] } | null;
}

/** Returns the base URLs of the connections that a run used, by name; without those that earlier releases ran. */
export const addressesOf = ({ names }: CompareRun): ReadonlyMap<string, string> =>
  new Map(
    Object.values(names).flatMap(({ connection, address }) => (address === undefined ? [] : [[connection, address]])),
  );

/** Returns each connection with its base URL, as reports name them. */
export const gatewaysOf = (run: CompareRun): string =>
  [...addressesOf(run)].map(([connection, address]) => `${connection} (${address})`).join(', ');

/** Returns the places of rows in their sheet, from 1: their ids are for programs. */
export const rowPlaces = ({ rows }: CompareInput): ReadonlyMap<string, number> =>
  new Map(rows.map(({ id }, at) => [id, at + 1]));

export const laneHeads = ['Lane', 'Replies', 'Failed', 'Passed', 'Median TTFT', 'Median latency', 'Output'] as const;

/** Returns the figures of each lane over all of its cells, as the cells of a table; '-' for what is not known. */
export function laneRows({ input, names, byLane }: CompareRun, cells: readonly CompareCell[]): string[][] {
  const ofLane = Map.groupBy(cells, ({ laneId }) => laneId);
  return input.lanes.map(({ id, model, routeId }) => {
    const metrics = (ofLane.get(id) ?? []).flatMap((cell) => cell.metrics ?? []);
    const tokens = metrics.flatMap(({ usage }) => usage?.outputTokens ?? []);
    const { ended = 0, failed = 0, passed = 0, asserted = 0 } = byLane[id] ?? {};
    return [
      `${model} (${names[id]?.connection}, ${routeId})`,
      formatCount(ended - failed),
      formatCount(failed),
      asserted === 0 ? '-' : `${formatCount(passed)} of ${formatCount(asserted)}`,
      medianDuration(metrics.flatMap(({ ttftMs }) => ttftMs ?? [])),
      medianDuration(metrics.flatMap(({ latencyMs }) => latencyMs ?? [])),
      tokens.length === 0 ? '-' : `${formatCount(tokens.reduce((sum, count) => sum + count, 0))} tokens`,
    ];
  });
}

function medianDuration(values: readonly number[]): string {
  const median = percentile(values, 0.5);
  return median === null ? '-' : formatDuration(median);
}

export const changeHeads = ['Lane', 'Passed before', 'Passed now', 'Newly failed rows', 'Newly passed rows'] as const;

/** Returns how each lane changed from an earlier run, as the cells of a table. Rows are named by their place. */
export function changeRows(input: CompareInput, changes: readonly LaneChange[]): string[][] {
  const places = rowPlaces(input);
  const named = (ids: readonly string[]) => ids.map((id) => formatCount(places.get(id) ?? 0)).join(', ') || '-';
  const rate = ({ passed, known }: LaneChange['before']) => `${formatCount(passed)} of ${formatCount(known)}`;
  return changes.map(({ laneId, before, after, newlyFailed, newlyPassed }) => [
    input.lanes.find(({ id }) => id === laneId)?.model ?? laneId,
    rate(before),
    rate(after),
    named(newlyFailed),
    named(newlyPassed),
  ]);
}
