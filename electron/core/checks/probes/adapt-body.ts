import type { LearnedLimit } from '#shared/contract/limits.ts';
import { isObject, type JsonObject } from '#shared/protocol/json.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import type { ProbeBody } from './probes.ts';
import type { RequiredField } from './required-fields.ts';

/** A field, or a value of a field, that a gateway refused, with what it names instead; or a field that it requires. */
export type RefusedField =
  | (Pick<LearnedLimit, 'field' | 'refused' | 'allowed'> & { kind: 'unknown-parameter' | 'unknown-value' })
  | (RequiredField & { kind: 'required' });

/** A body without what the gateway refuses, and each difference in words: `without stream_options`. */
interface AdaptedBody {
  body: ProbeBody;
  changes: string[];
}

/** Fields that mean the same: gateways that refuse one often accept the other, and not all say so. */
const siblings: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** A field that makes no sense without another one. */
const dependents: Readonly<Record<string, string>> = { stream: 'stream_options' };

/**
 * Applies what is known of refused fields to the body of a probe: a field is renamed, gets an allowed value, is left
 * out, or is added. What the route needs is never left out, and the model is never another one.
 *
 * @param known in the order in which it was learned; of `others` only what `known` does not contradict is used.
 * @param others learned from other models of the route.
 */
export function adaptBody(
  { body, routeId }: { body: ProbeBody; routeId: RouteId },
  known: readonly RefusedField[],
  others: readonly RefusedField[] = [],
): AdaptedBody {
  if (body.kind === 'none') return { body, changes: [] };
  const fields = body.kind === 'json' ? jsonFields(structuredClone(body.value)) : formFields(body.fields);
  const isRefused = (name: string) =>
    known.some(({ kind, field }) => kind === 'unknown-parameter' && field !== null && sameName(lastStep(field), name));
  const usable = others.filter((one) => one.kind !== 'unknown-parameter' || !one.allowed.some(isRefused));
  const needs = new Set([...routes[routeId].needs, 'model']);
  const changes = [...usable, ...known].flatMap((refused) => change(fields, refused, needs, isRefused));
  return { body: fields.body(), changes };
}

/** The fields of a body, by path. */
interface Fields {
  /** Returns the path of a field that a gateway names, `null` when the body has no such field. */
  find(name: string): string | null;
  valueOf(path: string): unknown;
  rename(path: string, name: string): void;
  /** Adds a field at the top. */
  add(name: string, value: unknown): void;
  set(path: string, value: unknown): void;
  remove(path: string): void;
  body(): ProbeBody;
}

function change(
  fields: Fields,
  known: RefusedField,
  needs: ReadonlySet<string>,
  isRefused: (name: string) => boolean,
): string[] {
  if (known.kind === 'required') return isRefused(known.field) ? [] : fulfil(fields, known);
  const { kind, field, refused, allowed } = known;
  const path = field === null ? null : fields.find(field);
  if (path === null || path === 'model') return [];
  const isNeeded = needs.has(path.split('.')[0] ?? '');
  if (kind === 'unknown-parameter') {
    const name = lastStep(path);
    const other = [...allowed.filter((item) => isName(item)), siblings[name] ?? ''].find(
      (item) => item !== '' && item !== name && !isRefused(item),
    );
    if (isNeeded) return [];
    if (other === undefined) return leaveOut(fields, path);
    fields.rename(path, other);
    return [`with ${other} instead of ${path}`];
  }
  const value = fields.valueOf(path);
  if (refused !== null && String(value) !== refused) return [];
  const next = allowedValue(value, allowed);
  if (next !== undefined) {
    fields.set(path, next);
    return [`with ${path} ${String(next)} instead of ${String(value)}`];
  }
  return isNeeded ? [] : leaveOut(fields, path);
}

function fulfil(fields: Fields, { field, value }: RequiredField): string[] {
  const path = fields.find(field);
  const sibling = fields.find(siblings[field] ?? '');
  if (path === null && sibling !== null) {
    fields.rename(sibling, field);
    return [`with ${field} instead of ${sibling}`];
  }
  if (path !== null && typeof value !== 'boolean') return [];
  if (path !== null) {
    if (String(fields.valueOf(path)) === String(value)) return [];
    fields.set(path, value);
  } else fields.add(field, value);
  return [`with ${field} ${String(value)}`];
}

function leaveOut(fields: Fields, path: string): string[] {
  fields.remove(path);
  const dependent = dependents[path];
  const also = dependent === undefined ? null : fields.find(dependent);
  if (also !== null) fields.remove(also);
  return [`without ${path}`];
}

/**
 * Returns the allowed value of the same type that is closest to the refused one; `undefined` when none is named. Bounds
 * are written `>= 16`.
 */
function allowedValue(value: unknown, allowed: readonly string[]): unknown {
  const items = allowed.map((item) => /^[<>]= (.+)$/.exec(item)?.[1] ?? item);
  const numbers = items.map(Number);
  const wanted = Number(value);
  if (
    items.length > 0 &&
    !Number.isNaN(wanted) &&
    typeof value !== 'boolean' &&
    numbers.every((one) => !Number.isNaN(one))
  ) {
    const [first] = numbers.toSorted((one, two) => Math.abs(one - wanted) - Math.abs(two - wanted));
    return typeof value === 'number' ? first : String(first);
  }
  return typeof value === 'string' ? items[0] : undefined;
}

const isName = (text: string): boolean => /^[a-z_][\w.]*$/i.test(text);
const stepsOf = (path: string): string[] => path.split(/[.[\]]+/).filter((step) => step !== '' && step !== 'body');
const lastStep = (path: string): string => stepsOf(path).at(-1) ?? path;
/** Gateways write a name in snake case where the body has camel case. */
const sameName = (one: string, two: string): boolean => plain(one) === plain(two);
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

function formFields(initial: Extract<ProbeBody, { kind: 'form' }>['fields']): Fields {
  let fields = [...initial];
  const at = (name: string) => fields.findIndex(([known]) => sameName(known.replace('[]', ''), name.replace('[]', '')));
  return {
    find: (name) => fields[at(lastStep(name))]?.[0] ?? null,
    valueOf: (path) => fields[at(path)]?.[1],
    rename(path, name) {
      fields = fields.map(([known, value]) => [known === path ? name : known, value] as const);
    },
    add(name, value) {
      fields = [...fields, [name, String(value)] as const];
    },
    set(path, value) {
      fields = fields.map((field) => (field[0] === path ? ([path, String(value)] as const) : field));
    },
    remove(path) {
      fields = fields.filter(([known]) => known !== path);
    },
    body: () => ({ kind: 'form', fields }),
  };
}

/** Objects deeper than this are content, not parameters. */
const deepest = 3;

function jsonFields(root: JsonObject): Fields {
  const place = (path: string): { holder: JsonObject; name: string } | null => {
    const steps = path.split('.');
    const name = steps.pop() as string;
    const holder = steps.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), root);
    return isObject(holder) && Object.hasOwn(holder, name) ? { holder, name } : null;
  };
  const pathsIn = (holder: JsonObject, before: readonly string[]): string[][] =>
    Object.entries(holder).flatMap(([name, value]) => {
      const path = [...before, name];
      return [path, ...(isObject(value) && path.length < deepest ? pathsIn(value, path) : [])];
    });
  return {
    find(name) {
      const steps = stepsOf(name);
      const all = pathsIn(root, []);
      const matches = (path: readonly string[], wanted: readonly string[]) =>
        path.length === wanted.length && path.every((step, at) => sameName(step, wanted[at] as string));
      const whole = all.find((path) => matches(path, steps));
      const last = all.filter((path) => matches(path.slice(-1), steps.slice(-1)));
      return (whole ?? (last.length === 1 ? last[0] : undefined))?.join('.') ?? null;
    },
    valueOf(path) {
      const found = place(path);
      return found?.holder[found.name];
    },
    rename(path, to) {
      const found = place(path);
      if (found === null) return;
      const entries = Object.entries(found.holder).map(
        ([name, value]) => [name === found.name ? to : name, value] as const,
      );
      for (const name of Object.keys(found.holder)) delete found.holder[name];
      Object.assign(found.holder, Object.fromEntries(entries));
    },
    add(name, value) {
      root[name] = value;
    },
    set(path, value) {
      const found = place(path);
      if (found) found.holder[found.name] = value;
    },
    remove(path) {
      const found = place(path);
      if (found === null) return;
      delete found.holder[found.name];
      const parent = path.split('.').slice(0, -1).join('.');
      if (parent !== '' && Object.keys(found.holder).length === 0) this.remove(parent);
    },
    body: () => ({ kind: 'json', value: root }),
  };
}
