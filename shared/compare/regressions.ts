import type { CellHead, CompareInput } from '../contract/compare.ts';

/** One of two runs of a sheet. */
export interface SheetRun {
  input: Pick<CompareInput, 'lanes' | 'rows'>;
  cells: readonly Pick<CellHead, 'rowId' | 'laneId' | 'state' | 'assertions'>[];
}

interface Rate {
  passed: number;
  /** Rows with a known outcome. */
  known: number;
}

/** How the rows of one lane changed from an earlier run. */
export interface LaneChange {
  laneId: string;
  before: Rate;
  after: Rate;
  /** Ids of rows that passed before and fail now, and the other way round. */
  newlyFailed: string[];
  newlyPassed: string[];
  /** Rows whose values differ between the runs, which are not compared. */
  edited: number;
}

/** Whether a cell passes: it is complete and all its assertions passed; `null` while that is not known. */
export function isPassed({ state, assertions }: Pick<CellHead, 'state' | 'assertions'>): boolean | null {
  if (state === 'failed' || state === 'interrupted') return false;
  if (state !== 'done' && state !== 'done-with-warnings') return null;
  const verdicts = assertions.map(({ verdict }) => verdict);
  if (verdicts.some((verdict) => verdict === 'failed' || verdict === 'unknown')) return false;
  return verdicts.includes('waiting') ? null : true;
}

/** Returns whether each row of a lane passes in all repeats, as far as that is known. */
function outcomesOf({ cells }: SheetRun, laneId: string): Map<string, boolean> {
  const byRow = Map.groupBy(
    cells.filter((cell) => cell.laneId === laneId),
    ({ rowId }) => rowId,
  );
  return new Map(
    [...byRow].flatMap(([rowId, own]): [string, boolean][] => {
      const passed = own.map(isPassed);
      if (passed.includes(false)) return [[rowId, false]];
      return passed.includes(null) ? [] : [[rowId, true]];
    }),
  );
}

const rateOf = (outcomes: ReadonlyMap<string, boolean>): Rate => ({
  passed: [...outcomes.values()].filter(Boolean).length,
  known: outcomes.size,
});

/**
 * Compares two runs of a sheet, lane by lane. Rows are the same by id and values; lanes by id and model, so a lane with
 * another model than before is not compared.
 */
export function regressionsOf(before: SheetRun, after: SheetRun): LaneChange[] {
  const valuesBefore = new Map(before.input.rows.map(({ id, values }) => [id, JSON.stringify(sorted(values))]));
  const isSame = new Map(
    after.input.rows.map(({ id, values }) => [id, valuesBefore.get(id) === JSON.stringify(sorted(values))]),
  );
  return after.input.lanes
    .filter(({ id, model }) => before.input.lanes.some((lane) => lane.id === id && lane.model === model))
    .map(({ id: laneId }) => {
      const old = outcomesOf(before, laneId);
      const now = outcomesOf(after, laneId);
      const changed = (passes: boolean) =>
        [...now].flatMap(([rowId, passed]) =>
          isSame.get(rowId) && passed === passes && old.get(rowId) === !passes ? [rowId] : [],
        );
      return {
        laneId,
        before: rateOf(old),
        after: rateOf(now),
        newlyFailed: changed(false),
        newlyPassed: changed(true),
        edited: [...now.keys()].filter((rowId) => old.has(rowId) && !isSame.get(rowId)).length,
      };
    });
}

const sorted = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
