import { stepSelection } from '../lists/step-selection.ts';
import type { JsonRow } from './json-tree-model.ts';

export type TreeMove = { to: number } | { open: string } | { close: string } | { openAll: string[] } | null;

/** What a key does on row `at`, after the tree pattern: right opens or goes in, left closes or goes out, * opens all siblings. */
export function treeMove(key: string, rows: readonly JsonRow[], at: number, page: number): TreeMove {
  const row = rows[at];
  if (row) {
    if (key === 'ArrowRight') {
      if (row.expanded === false) return { open: row.id };
      return row.expanded ? { to: at + 1 } : null;
    }
    if (key === 'ArrowLeft') {
      if (row.expanded) return { close: row.id };
      return row.parent >= 0 ? { to: row.parent } : null;
    }
    if (key === 'Enter' || key === ' ') {
      if (row.expanded === null) return null;
      return row.expanded ? { close: row.id } : { open: row.id };
    }
    if (key === '*') {
      return {
        openAll: rows.filter((each) => each.parent === row.parent && each.expanded === false).map((each) => each.id),
      };
    }
  }
  const to = stepSelection(key, at, rows.length, page);
  return to === null ? null : { to };
}
