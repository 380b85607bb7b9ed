import { asArray, asObject, asText, type JsonObject } from '../intake/json-value.ts';

type Container = Record<string | number, unknown>;

const maxSteps = 50;

/** Parses `$.items[0].name` into its steps; `null` for a path in another form. */
function stepsOf(path: string): (string | number)[] | null {
  if (!path.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  const pattern = /\.([\w-]+)|\[(\d{1,6})\]|\['([^']*)'\]/gy;
  pattern.lastIndex = 1;
  for (let match = pattern.exec(path); match !== null; match = pattern.exec(path)) {
    steps.push(match[2] === undefined ? (match[1] ?? match[3] ?? '') : Number(match[2]));
    if (pattern.lastIndex === path.length)
      return steps.length <= maxSteps && !steps.includes('__proto__') ? steps : null;
  }
  return null;
}

function valueIn(piece: JsonObject): unknown {
  const { stringValue, numberValue, boolValue, string_value, number_value, bool_value } = piece;
  return stringValue ?? numberValue ?? boolValue ?? string_value ?? number_value ?? bool_value ?? null;
}

/** An array only grows by one, so that a short path cannot create a long array. */
function canHold(container: Container, step: string | number): boolean {
  return !Array.isArray(container) || (typeof step === 'number' && step <= container.length);
}

/** Merges call arguments that the native surface streams value by value; false when a value has no valid path. */
export function addPartialArguments(target: JsonObject, pieces: unknown): boolean {
  return asArray(pieces).every((value) => {
    const piece = asObject(value);
    const steps = stepsOf(asText(piece?.jsonPath ?? piece?.json_path) ?? '');
    if (piece === null || steps === null) return false;
    let at = target as Container;
    for (const [position, step] of steps.entries()) {
      if (!canHold(at, step)) return false;
      const before = Object.hasOwn(at, step) ? at[step] : undefined;
      const next = steps[position + 1];
      if (next === undefined) {
        const added = valueIn(piece);
        at[step] = typeof before === 'string' && typeof added === 'string' ? before + added : added;
      } else {
        if (typeof before !== 'object' || before === null) at[step] = typeof next === 'number' ? [] : {};
        at = at[step] as Container;
      }
    }
    return true;
  });
}
