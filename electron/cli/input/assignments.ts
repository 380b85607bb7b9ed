import { isObject } from '#shared/protocol/json.ts';
import { UsageError } from '../usage-error.ts';

/** Names that would reach into an object's class instead of its data. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
/** An index above this is a typo, and would create an array of that size. */
const indexLimit = 10_000;

type Step = string | number;

/** Reads `messages[0].content` as its steps. Inside a name, these characters are escaped as `\.`, `\[` or `\]`. */
export function readPath(path: string): Step[] {
  const steps: Step[] = [];
  let rest = path;
  while (rest) {
    const index = /^\[(\d+)\]/.exec(rest);
    const name = /^(?:\.(?=.))?((?:\\[.[\]\\]|[^.[\]\\])+)/.exec(rest);
    if (index && steps.length > 0) steps.push(Number(index[1]));
    else if (name && rest.startsWith('.') === steps.length > 0) steps.push((name[1] as string).replace(/\\(.)/g, '$1'));
    else throw new UsageError(`"${path}" is not a valid path. Write it like messages[0].content.`);
    rest = rest.slice(((index ?? name) as RegExpExecArray)[0].length);
  }
  const bad = steps.find((step) => (typeof step === 'string' ? forbidden.has(step) : step > indexLimit));
  if (steps.length === 0 || bad !== undefined) throw new UsageError(`"${path}" cannot be set.`);
  return steps;
}

/** Sets one path in a JSON value, creating missing parents. Returns the value, which is modified. */
export function setPath(target: unknown, path: string, value: unknown): unknown {
  const steps = readPath(path);
  const root: unknown = holds(target, steps[0] as Step) ? target : emptyFor(steps[0] as Step);
  let at = root as Record<Step, unknown>;
  for (const [position, step] of steps.slice(0, -1).entries()) {
    const next = steps[position + 1] as Step;
    if (!holds(at[step], next)) at[step] = emptyFor(next);
    at = at[step] as Record<Step, unknown>;
  }
  at[steps.at(-1) as Step] = value;
  return root;
}

const holds = (value: unknown, step: Step): boolean =>
  typeof step === 'number' ? Array.isArray(value) : isObject(value);
const emptyFor = (step: Step): unknown => (typeof step === 'number' ? [] : {});

/** Returns a JSON value without what is at one path; the value itself is modified. */
export function removePath(target: unknown, path: string): unknown {
  const steps = readPath(path);
  const inner = steps
    .slice(0, -1)
    .reduce<unknown>((at, step) => (at as Record<Step, unknown> | undefined)?.[step], target);
  if (typeof inner === 'object' && inner !== null) delete (inner as Record<Step, unknown>)[steps.at(-1) as Step];
  return target;
}

/** Reads `path=value`, where the value is JSON if it parses, otherwise text. */
export function readAssignment(word: string): [path: string, value: unknown] {
  const at = word.indexOf('=');
  if (at <= 0)
    throw new UsageError(`--set "${word}" has no ${at === 0 ? 'path' : 'value'}. Write it like temperature=0.2.`);
  const text = word.slice(at + 1);
  try {
    return [word.slice(0, at), JSON.parse(text)];
  } catch {
    return [word.slice(0, at), text];
  }
}

export type Pair = [name: string, value: string];

/** Reads `name=value`, or `Name: value` for a header. `form` shows the expected syntax. */
export function readPair(word: string, sign: '=' | ':', form: string): Pair {
  const at = word.indexOf(sign);
  if (at <= 0) throw new UsageError(`"${word}" is not valid. Write it like ${form}.`);
  const value = word.slice(at + 1);
  return [word.slice(0, at).trim(), sign === ':' ? value.trim() : value];
}
