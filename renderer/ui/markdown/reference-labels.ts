import { normalizeLabel } from './dialect.ts';

const none: ReadonlySet<string> = new Set();

/** Everything in brackets that a definition could give a meaning to, as labels are compared; `^1` for footnotes. */
export function findLabels(raw: string): ReadonlySet<string> {
  if (!raw.includes('[')) return none;
  const labels = new Set<string>();
  for (const [, label = ''] of raw.matchAll(/\[((?:\\[\s\S]|[^[\]\\]){0,999})\]/g)) labels.add(normalizeLabel(label));
  return labels;
}
