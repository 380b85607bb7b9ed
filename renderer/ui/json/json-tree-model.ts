import { stepSelection } from '../lists/step-selection.ts';

/** Containers nested deeper than this cannot be opened: recursion would overflow the stack. */
export const maxDepth = 500;
/** More children than this are offered in ranges, so that opening a long array never creates a million rows. */
const rangeSize = 1000;

type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export interface JsonRow {
  /** Unique, and stable while the value stays: the path, and for a range its bounds. */
  id: string;
  /** `$.choices[0].delta`; a range has the path of its container. */
  path: string;
  depth: number;
  /** Name in an object, index in an array, null for the root. */
  key: string | number | null;
  kind: JsonKind | 'range';
  value: unknown;
  /** Children of a container, else 0. */
  size: number;
  /** null for what cannot be opened. */
  expanded: boolean | null;
  tooDeep: boolean;
  /** The parent row, -1 for the root. */
  parent: number;
  /** Place among its siblings, from 1, and how many there are. */
  place: number;
  siblings: number;
}

function kindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'object') return type;
  return 'string';
}

/** Returns `$.a["b c"][0]`, as JSONPath readers accept it. */
export function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/**
 * Returns the rows that are visible now. `isExpanded` decides per row id and depth; work is proportional to the rows
 * returned.
 */
export function visibleRows(root: unknown, isExpanded: (id: string, depth: number) => boolean): JsonRow[] {
  const rows: JsonRow[] = [];
  const open: Pending[] = [{ path: '$', key: null, value: root, depth: 0, parent: -1, place: 1, siblings: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const row = toRow(next, isExpanded);
    rows.push(row);
    if (row.expanded) {
      const children = childrenOf(next, row, rows.length - 1);
      for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at] as Pending);
    }
  }
  return rows;
}

interface Pending {
  path: string;
  key: string | number | null;
  value: unknown;
  depth: number;
  parent: number;
  place: number;
  siblings: number;
  /** A range of the children of `value`. */
  range?: [from: number, to: number];
}

function toRow(pending: Pending, isExpanded: (id: string, depth: number) => boolean): JsonRow {
  const { path, key, value, depth, parent, place, siblings, range } = pending;
  const kind = range ? 'range' : kindOf(value);
  const size = range ? range[1] - range[0] : childCount(value);
  const tooDeep = depth >= maxDepth && size > 0;
  const id = range ? `${path}#${range[0]}` : path;
  const expanded = size > 0 && !tooDeep ? isExpanded(id, depth) : null;
  const shownKey = range ? `${range[0]} … ${range[1] - 1}` : key;
  return { id, path, depth, key: shownKey, kind, value, size, expanded, tooDeep, parent, place, siblings };
}

function childrenOf({ path, value, depth, range }: Pending, row: JsonRow, parent: number): Pending[] {
  const [from, to] = range ?? [0, row.size];
  if (to - from > rangeSize) {
    const count = Math.ceil((to - from) / rangeSize);
    return Array.from({ length: count }, (_, i) => {
      const bounds: [number, number] = [from + i * rangeSize, Math.min(to, from + (i + 1) * rangeSize)];
      return { path, key: null, value, depth: depth + 1, parent, place: i + 1, siblings: count, range: bounds };
    });
  }
  const names = Array.isArray(value) ? null : keysOf(value as object);
  return Array.from({ length: to - from }, (_, i) => {
    const at = from + i;
    const key = names ? (names[at] as string) : at;
    const child = names ? (value as Record<string, unknown>)[key] : (value as unknown[])[at];
    return {
      path: joinPath(path, key),
      key,
      value: child,
      depth: depth + 1,
      parent,
      place: i + 1,
      siblings: to - from,
    };
  });
}

const knownKeys = new WeakMap<object, string[]>();

function keysOf(value: object): string[] {
  let keys = knownKeys.get(value);
  if (!keys) {
    keys = Object.keys(value);
    knownKeys.set(value, keys);
  }
  return keys;
}

function childCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? keysOf(value).length : 0;
}

type TreeMove = { to: number } | { open: string } | { close: string } | { openAll: string[] } | null;

/**
 * Returns what a key does on row `at`, following the tree pattern: right opens or goes in, left closes or goes out, *
 * opens all siblings.
 */
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
