import type { SelectHow } from '../../ui/lists/virtual-list.tsx';

export interface Choice {
  cursorId: string | null;
  anchorId: string | null;
  chosen: ReadonlySet<string>;
}

/**
 * The choice after a row was pressed or reached by keys: alone, from the anchor to it (Shift), or one more or less (Ctrl).
 * `ids` are all rows in their order.
 */
export function chooseRow(before: Choice, ids: readonly string[], id: string, how: SelectHow): Choice {
  const from = how.extend ? ids.indexOf(before.anchorId ?? '') : -1;
  if (from >= 0) {
    const to = ids.indexOf(id);
    return {
      cursorId: id,
      anchorId: before.anchorId,
      chosen: new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1)),
    };
  }
  if (!how.toggle) return { cursorId: id, anchorId: id, chosen: new Set([id]) };
  const chosen = new Set(before.chosen);
  if (!chosen.delete(id)) chosen.add(id);
  return { cursorId: id, anchorId: id, chosen };
}
