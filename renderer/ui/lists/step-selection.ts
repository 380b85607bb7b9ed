/**
 * Returns where a key moves the selection in a list of `count` rows, or null when the key does not move it.
 * `from` is -1 when nothing is selected. `page` is the number of rows a page key jumps. Skipped rows (captions) are
 * passed over.
 */
export function stepSelection(
  key: string,
  from: number,
  count: number,
  page: number,
  skips: (index: number) => boolean = () => false,
): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const wanted: Record<string, [start: number, direction: 1 | -1]> = {
    ArrowDown: [Math.min(last, from + 1), 1],
    ArrowUp: [from < 0 ? last : Math.max(0, from - 1), -1],
    PageDown: [Math.min(last, from + page), 1],
    PageUp: [Math.max(0, from - page), -1],
    Home: [0, 1],
    End: [last, -1],
  };
  const move = wanted[key];
  if (!move) return null;
  const [start, direction] = move;
  return seek(start, direction, count, skips) ?? seek(start, direction === 1 ? -1 : 1, count, skips);
}

function seek(start: number, direction: 1 | -1, count: number, skips: (index: number) => boolean): number | null {
  for (let at = start; at >= 0 && at < count; at += direction) if (!skips(at)) return at;
  return null;
}
