import { isReasoningField } from '#shared/protocol/compose/reply-form.ts';
import { asObject, asText, type JsonObject } from '../intake/json-value.ts';

/** Deeper records are replaced by the last one that arrived: real deltas have three levels. */
const mergedLevels = 8;

/** Fields whose strings arrive in pieces, besides those that contain reasoning. */
const textFields: ReadonlySet<string> = new Set(['content', 'text', 'refusal', 'arguments', 'summary', 'partial_json']);
const isTextField = (name: string) => textFields.has(name) || isReasoningField(name);

const isSignature = (name: string) => /signature/i.test(name);

/** An entry with a signature is whole: what follows belongs to the next one. */
const isSigned = (entry: JsonObject) => Object.keys(entry).some((name) => isSignature(name) && asText(entry[name]));

/** Gateways write `null`, `""`, `{}` and `[]` for absent values. */
export const isEmpty = (value: unknown) =>
  value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * Adds a delta to a record, whatever its fields are: strings of text fields are joined, records are merged, entries of
 * lists are merged by `index` or `id`, and of everything else the last value counts. Empty values change nothing.
 */
export function mergeDelta(target: JsonObject, delta: JsonObject, level = 0): void {
  for (const [name, value] of Object.entries(delta)) {
    if (isEmpty(value) || name === '__proto__') continue;
    const before = Object.hasOwn(target, name) ? target[name] : undefined;
    if (typeof before === 'string' && typeof value === 'string' && isTextField(name)) target[name] = before + value;
    else if (Array.isArray(value)) target[name] = mergeList(Array.isArray(before) ? before : [], value, level);
    else target[name] = mergeValue(before, value, level);
  }
}

function mergeValue(before: unknown, value: unknown, level: number): unknown {
  const record = asObject(value);
  if (record === null || level >= mergedLevels) return value;
  const merged = asObject(before) ?? {};
  mergeDelta(merged, record, level + 1);
  return merged;
}

function mergeList(before: unknown[], more: readonly unknown[], level: number): unknown[] {
  // A list of plain values is repeated as a whole.
  if (!more.every((entry) => asObject(entry))) return [...more];
  for (const entry of more as JsonObject[]) {
    const same = entryFor(before, entry);
    if (same && level < mergedLevels) mergeDelta(same, entry, level + 1);
    else before.push(mergeValue(undefined, entry, level));
  }
  return before;
}

/** Returns the entry that a piece continues; `undefined` when it begins another one. */
function entryFor(entries: readonly unknown[], piece: JsonObject): JsonObject | undefined {
  const agrees = (entry: JsonObject, name: string) =>
    entry[name] == null || piece[name] == null || entry[name] === piece[name];
  if (piece.index != null)
    return (entries as JsonObject[]).findLast(
      (entry) => entry.index === piece.index && agrees(entry, 'type') && agrees(entry, 'id'),
    );
  if (piece.id != null) return (entries as JsonObject[]).findLast(({ id }) => id === piece.id);
  const last = entries.at(-1) as JsonObject | undefined;
  return last && agrees(last, 'type') && continues(last, piece) ? last : undefined;
}

/** Whether a piece without index and id adds to an entry: only text, or the signature that ends it. */
function continues(entry: JsonObject, piece: JsonObject): boolean {
  if (isSigned(entry)) return false;
  return Object.entries(piece).every(
    ([name, value]) => isEmpty(value) || entry[name] === value || isTextField(name) || isSignature(name),
  );
}
