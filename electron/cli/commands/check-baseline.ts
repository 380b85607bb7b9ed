import path from 'node:path';
import { findDrift, findUntested, nameOfCell } from '#core/checks/drift.ts';
import type { CheckCell, CheckDrift, CheckRun, FileComparison } from '#shared/contract/checks.ts';
import { UsageError } from '../usage-error.ts';

/** An earlier run from a file, to compare a new one with. */
export interface Baseline {
  /** The run, and how a report names it. */
  origin: Omit<FileComparison, 'drift' | 'untested'>;
  /** Returns whether the runs have a route with a key in common: otherwise nothing is compared. */
  meets(run: CheckRun): boolean;
  compare(run: CheckRun): { drift: CheckDrift[]; untested: string[] };
}

/**
 * Reads the output of `--report FILE.json`. Keys have other ids in every session, so cells are matched by the names of
 * route, key and model.
 *
 * @param name of the file.
 * @throws UsageError
 */
export function readBaseline(name: string, text: string): Baseline {
  let file: { format?: unknown; run?: { id?: unknown; startedAt?: unknown; rows?: unknown; models?: unknown } } | null =
    null;
  try {
    file = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const rows = file?.run?.rows;
  if (file?.format !== 'patchbay-check-1' || !Array.isArray(rows))
    throw new UsageError(`--baseline: ${name} was not created with --report FILE.json.`);
  const before = (rows as CheckCell[]).map((cell) => named(ofToday(cell)));
  // Reports of earlier releases contain no models.
  const { models } = file.run ?? {};
  const listed = Array.isArray(models) ? models.map(String) : [];
  const places = new Set(before.map(placeOf));
  const keys = keysOf(before);
  return {
    origin: {
      name: `the baseline ${path.basename(name)}`,
      runId: String(file.run?.id ?? ''),
      startedAt: typeof file.run?.startedAt === 'number' ? file.run.startedAt : null,
    },
    meets: (run) => run.rows.some((cell) => places.has(placeOf(cell))),
    compare(run) {
      const rows = run.rows.map(named);
      // The models that other keys list are another list.
      const isSameList = keysOf(rows).symmetricDifference(keys).size === 0;
      const [old, now] = isSameList ? [listed, run.models] : [[], []];
      return {
        drift: findDrift({ rows: before, models: old }, { rows, models: now }),
        untested: findUntested(before, rows).map(nameOfCell),
      };
    },
  };
}

const keysOf = (rows: readonly CheckCell[]): Set<string | null> => new Set(rows.map(({ keyAlias }) => keyAlias));

const placeOf = ({ routeId, keyAlias }: CheckCell): string => JSON.stringify([routeId, keyAlias]);

const named = (cell: CheckCell): CheckCell => ({ ...cell, keyId: cell.keyAlias });

/**
 * Converts a cell of an earlier release: those call a route that was proved by a refusal "works", and have one verdict
 * for every refused key.
 */
function ofToday(cell: CheckCell): CheckCell {
  if (cell.verdict === 'works' && cell.proof === 'refused') return { ...cell, verdict: 'exists' };
  const code = cell.failure?.code;
  const isOfKey = cell.verdict === 'key-refused' && (code === 'key-missing' || code === 'key-style');
  return isOfKey ? { ...cell, verdict: code } : cell;
}
