import { findDrift } from '#core/checks/drift.ts';
import type { CheckCell, CheckDrift, CheckRun } from '#shared/contract/checks.ts';
import { UsageError } from './usage-error.ts';

/** An earlier run from a file, to hold a new one against. */
export interface Baseline {
  compare(run: CheckRun): CheckDrift[];
}

/**
 * Reads what `--report FILE.json` wrote. Keys have other ids in every session, so cells are matched by the names of route,
 * key and model.
 *
 * @throws UsageError
 */
export function readBaseline(text: string): Baseline {
  let file: { format?: unknown; run?: { rows?: unknown } } | null = null;
  try {
    file = JSON.parse(text);
  } catch {
    // Said below.
  }
  const rows = file?.run?.rows;
  if (file?.format !== 'patchbay-check-1' || !Array.isArray(rows))
    throw new UsageError('--baseline wants a file that was made with --report FILE.json.');
  const before = named(rows as CheckCell[]);
  return {
    compare(run) {
      const ids = new Map(run.rows.map((cell) => [nameOf(cell), cell.id]));
      const drift = findDrift({ rows: before, models: [] }, { rows: named(run.rows), models: [] });
      return drift.map((change) => ({ ...change, cellId: ids.get(change.cellId ?? '') ?? change.cellId }));
    },
  };
}

const nameOf = ({ routeId, keyAlias, model }: CheckCell): string => JSON.stringify([routeId, keyAlias, model]);

const named = (rows: readonly CheckCell[]): CheckCell[] => rows.map((cell) => ({ ...cell, id: nameOf(cell) }));
