import type { ReactNode } from 'react';
import { fuzzyRank } from '../../lib/search/fuzzy.ts';
import type { Action } from '../../lib/shortcuts/actions.ts';
import type { Intent } from '../../ui/base/intent.ts';
import type { GlyphName } from '../glyph.tsx';

/** In their order for a query, where matches are equally close. */
const asked = [
  'actions',
  'panels',
  'documents',
  'prompts',
  'connections',
  'models',
  'routes',
  'parameters',
  'exchanges',
  'settings',
] as const;
type PaletteGroup = (typeof asked)[number];

/** Without a query: the panels come first, where a stray Enter does no harm. */
const resting: readonly PaletteGroup[] = ['panels', 'actions', 'documents', 'connections', 'models', 'exchanges'];

/** One thing the palette can do. */
export interface PaletteRow {
  id: string;
  group: PaletteGroup;
  glyph: GlyphName;
  /** What will happen; the query is matched against this. */
  text: string;
  /** Verbatim wire text: an id or a path. */
  mono?: boolean;
  /** Secondary text at the right. */
  note?: ReactNode;
  badge?: { text: string; intent: Intent };
  keys?: string;
  /** Listed only for a query that matches it, after the harmless rows, and never selected by itself. */
  risk?: Action['risk'];
  /** The core found it by the query, so it is not matched again. */
  isFound?: boolean;
  run: () => void;
}

export interface ShownRow extends PaletteRow {
  marks: [number, number][];
  /** The heading that it is below. */
  heading: PaletteGroup | 'recent';
}

/** Maximum number of rows per group, with a query, without, and when only one group is listed. */
const limits = { asked: 8, resting: 5, alone: 50 };

/** px: a row, and a heading. */
const heights = { row: 36, heading: 31 };

const prefixes: Record<string, PaletteGroup> = { '>': 'actions', '@': 'models', '#': 'documents', '/': 'exchanges' };

/** Splits what was typed: a leading `>`, `@`, `#` or `/` restricts it to one group. */
export function readQuery(typed: string): { only: PaletteGroup | undefined; query: string } {
  const only = prefixes[typed[0] ?? ''];
  // A path begins with `/` itself.
  return { only, query: only && only !== 'exchanges' ? typed.slice(1) : typed };
}

export interface ShownOptions {
  /** The ids of the rows that were run last, newest first. */
  recent?: readonly string[];
  /** px available for rows and headings. */
  roomPx?: number;
}

/** Returns the rows that match a query, by group and no more than fit; without a query, the recently used ones first. */
export function shownRows(
  rows: readonly PaletteRow[],
  typed: string,
  { recent = [], roomPx = Number.POSITIVE_INFINITY }: ShownOptions = {},
): ShownRow[] {
  const { only, query } = readQuery(typed);
  if (only) return rankGroup(rows, only, query).rows.slice(0, limits.alone);
  if (query.trim() !== '') {
    const groups = asked.map((group) => rankGroup(rows, group, query)).filter((group) => group.rows.length > 0);
    const ordered = groups.toSorted((one, two) => one.tier - two.tier);
    return fitting(
      ordered.map((group) => group.rows),
      limits.asked,
      roomPx,
    );
  }
  const harmless = rows.filter(({ risk }) => risk === undefined);
  const used = recent.flatMap((id) => harmless.find((row) => row.id === id) ?? []).slice(0, limits.resting);
  const left = harmless.filter((row) => !used.includes(row));
  const plain = (heading: ShownRow['heading']) => (row: PaletteRow) => ({ ...row, heading, marks: [] });
  return fitting(
    [used.map(plain('recent')), ...resting.map((group) => left.filter((row) => row.group === group).map(plain(group)))],
    limits.resting,
    roomPx,
  );
}

/** How close the best match of a group is: the beginnings of words, somewhere, or scattered letters. */
const tierOf = (scorePerWord: number) => (scorePerWord >= 15 ? 0 : scorePerWord >= 10 ? 1 : 2);

/** Ranks the rows of one group: harmless ones first. A group with none comes after the others. */
function rankGroup(
  rows: readonly PaletteRow[],
  group: PaletteGroup,
  query: string,
): { rows: ShownRow[]; tier: number } {
  const members = rows.filter((row) => row.group === group);
  const ranked = fuzzyRank(query, members, ({ text }) => text);
  const matched = new Set(ranked.map(({ item }) => item));
  const all = [
    ...ranked.map(({ item, marks }): ShownRow => ({ ...item, marks, heading: group })),
    ...members
      .filter((row) => row.isFound && !matched.has(row))
      .map((row): ShownRow => ({ ...row, marks: [], heading: group })),
  ];
  const harmless = all.filter(({ risk }) => risk === undefined);
  const words = query.trim().split(/\s+/).length;
  return {
    rows: [...harmless, ...all.filter(({ risk }) => risk !== undefined)],
    tier: harmless.length === 0 ? 3 : tierOf((ranked[0]?.score ?? 0) / words),
  };
}

/** The rows each group gets before those of the groups after it are counted. */
const firstShare = 3;

/** Shortens the groups so that they fit: first each gets a share, in their order, then what is left. */
function fitting(groups: readonly ShownRow[][], limit: number, roomPx: number): ShownRow[] {
  const counts = groups.map(() => 0);
  let left = roomPx;
  for (const quota of [firstShare, limit])
    for (const [at, rows] of groups.entries())
      while ((counts[at] ?? 0) < Math.min(rows.length, quota)) {
        const cost = heights.row + (counts[at] === 0 ? heights.heading : 0);
        if (cost > left) break;
        left -= cost;
        counts[at] = (counts[at] ?? 0) + 1;
      }
  return groups.flatMap((rows, at) => rows.slice(0, counts[at]));
}

/** Returns the row that is selected by itself: the first harmless one; -1 for none. */
export const firstHarmless = (rows: readonly PaletteRow[]): number => rows.findIndex(({ risk }) => risk === undefined);
