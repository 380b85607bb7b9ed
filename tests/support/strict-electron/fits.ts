import type { Kind, Parameter, Shape, Signature, Typings } from './typings.ts';

/** True for anything more than data: its objects are created by Electron, and code calls them. */
export const isActor = (kind: Kind): boolean => kind.isClass || kind.isEmitter || Object.keys(kind.methods).length > 0;

/**
 * Returns what is wrong with a value, or `null` when the typings accept it. An unknown property is wrong, and so is a missing
 * one, unless `isPart`. Types of the language and of Node are not checked.
 */
export function misfit(typings: Typings, value: unknown, shape: Shape, at: string, isPart = false): string | null {
  const look = (inner: unknown, of: Shape, place = at) => misfit(typings, inner, of, place, isPart);
  switch (shape.kind) {
    case 'any':
      return null;
    case 'function':
      return typeof value === 'function' ? null : `${at} is no function`;
    case 'literal':
      return value === shape.value ? null : `${at} is not ${JSON.stringify(shape.value)}`;
    case 'primitive':
      return fitsPrimitive(value, shape.name) ? null : `${at} is no ${shape.name}`;
    case 'array':
      if (!Array.isArray(value)) return `${at} is no array`;
      return first(value.map((item, index) => look(item, shape.of, `${at}[${index}]`)));
    case 'union': {
      const faults = shape.of.map((one) => look(value, one));
      if (faults.includes(null)) return null;
      // The most deeply nested fault is the most specific.
      return (faults as string[]).reduce((deepest, fault) => (fault.length > deepest.length ? fault : deepest));
    }
    case 'all':
      // Each part knows only its own properties.
      return typeof value === 'object' ? null : `${at} is no object`;
    case 'object':
      return misfitObject(typings, value, shape.properties, at, isPart);
    case 'named': {
      const { name, of } = shape;
      if (name === 'Array' && of[0]) return look(value, { kind: 'array', of: of[0] });
      const alias = typings.aliases[name];
      if (alias && name !== 'Event') return look(value, alias);
      const kind = typings.kinds[name];
      if (!kind) return null;
      if (isActor(kind)) return fitsActor(value, kind, isPart) ? null : `${at} is no ${name}`;
      return misfitObject(typings, value, kind.properties, at, isPart);
    }
  }
}

/** What only Electron creates cannot be written as a literal. */
const fitsActor = (value: unknown, { isClass }: Kind, isPart: boolean): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (isPart || !isClass || Object.getPrototypeOf(value) !== Object.prototype);

function misfitObject(
  typings: Typings,
  value: unknown,
  properties: Kind['properties'],
  at: string,
  isPart: boolean,
): string | null {
  if (typeof value !== 'object' || value === null) return `${at} is no object`;
  const given = value as Record<string, unknown>;
  const foreign = Object.keys(given).find((key) => !Object.hasOwn(properties, key));
  if (foreign !== undefined) return `${at}.${foreign} is not in the typings`;
  return first(
    Object.entries(properties).map(([key, { shape, optional }]) => {
      if (given[key] === undefined) return optional || isPart ? null : `${at}.${key} is missing`;
      return misfit(typings, given[key], shape, `${at}.${key}`, isPart);
    }),
  );
}

const first = (faults: (string | null)[]): string | null => faults.find((fault) => fault !== null) ?? null;

function fitsPrimitive(value: unknown, name: string): boolean {
  if (name === 'void' || name === 'undefined') return value === undefined;
  if (name === 'null') return value === null;
  if (name === 'object') return typeof value === 'object' && value !== null;
  return name === 'this' || typeof value === name;
}

/** Returns what keeps arguments from fitting any of some overloads, or `null`. */
export function misfitArguments(typings: Typings, args: unknown[], signatures: Signature[], at: string): string | null {
  const faults = signatures.map(({ parameters }) => misfitList(typings, args, parameters, at));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

export function misfitList(
  typings: Typings,
  args: readonly unknown[],
  parameters: readonly Parameter[],
  at: string,
  isPart = false,
): string | null {
  const last = parameters.at(-1);
  if (args.length > parameters.length && !last?.rest) return `${at} takes ${parameters.length} arguments`;
  return first(
    parameters.map(({ name, shape, optional, rest }, index) => {
      if (rest) return null;
      if (args[index] === undefined && (optional || (isPart && index >= args.length))) return null;
      return misfit(typings, args[index], shape, `${at}(${name})`, isPart);
    }),
  );
}
