import type { ReactNode } from 'react';
import { fuzzyRank } from '../../lib/search/fuzzy.ts';
import type { Intent } from '../../ui/base/intent.ts';
import type { GlyphName } from '../glyph.tsx';

type PaletteGroup = 'actions' | 'panels' | 'connections' | 'models' | 'exchanges' | 'settings';

/** Order of the groups for a query; without one the panels come first, where a stray Enter does no harm. */
const asked: readonly PaletteGroup[] = ['actions', 'panels', 'connections', 'models', 'exchanges', 'settings'];
const resting: readonly PaletteGroup[] = ['panels', 'actions', 'connections', 'models', 'exchanges', 'settings'];

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
  /**
   * Sends a request that may be charged: listed only for a query that matches it, never as a first row that Enter runs.
   */
  sends?: boolean;
  run: () => void;
}

export interface ShownRow extends PaletteRow {
  marks: [number, number][];
}

/** Maximum number of rows per group, with a query and without. */
const limits = { asked: 8, resting: 5 };

const prefixes: Record<string, PaletteGroup> = { '>': 'actions', '@': 'models', '/': 'exchanges' };

/** Returns the rows that match a query, by group. A leading `>`, `@` or `/` restricts it to one group. */
export function shownRows(rows: readonly PaletteRow[], typed: string): ShownRow[] {
  const only = prefixes[typed[0] ?? ''];
  const query = only && only !== 'exchanges' ? typed.slice(1) : typed;
  const most = query.trim() || only ? limits.asked : limits.resting;
  const isAsked = query.trim() !== '';
  return (isAsked ? asked : resting)
    .filter((group) => !only || group === only)
    .flatMap((group) =>
      fuzzyRank(
        query,
        rows.filter((row) => row.group === group && (isAsked || !row.sends)),
        ({ text }) => text,
      )
        .slice(0, most)
        .map(({ item, marks }) => ({ ...item, marks })),
    );
}
