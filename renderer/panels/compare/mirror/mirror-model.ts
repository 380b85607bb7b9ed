import { counterparts, type Family } from '#shared/compare/counterparts.ts';
import { parseJson } from '#shared/protocol/json.ts';

/** One line of a body, and the field that it belongs to; `null` for the frame around fields. */
export interface MirrorLine {
  text: string;
  /** A field that other protocols may have, by a name that all of them share; else the path of a field of its own. */
  field: string | null;
}

export interface MirroredBody {
  lines: MirrorLine[];
  /** Path in this body by shared field. */
  paths: ReadonlyMap<string, string>;
}

/** A lane's body with what it has in common with the others. */
export interface Mirrored extends MirroredBody {
  /** Fields that no other body has. */
  alone: string[];
  /** Fields of other bodies that this protocol has a place for, but does not send. */
  unsent: string[];
  /** Fields of other bodies that this request carries in its address. */
  inAddress: string[];
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the shared name of the field at a path; `null` where it is a frame, or a field of this protocol alone. */
function sharedField(family: Family, path: Path, body: { [name: string]: Json }): string | null {
  const [head, place] = path;
  if (path.length === 1 && head === 'model') return 'model';
  if (path.length === 1 && (head === 'instructions' || head === 'systemInstruction')) return 'system';
  if (family === 'responses' && path.length === 1 && head === 'input' && typeof body.input === 'string')
    return 'turn 1';
  if (
    path.length === 2 &&
    (head === 'messages' || head === 'input' || head === 'contents') &&
    typeof place === 'number'
  ) {
    const turns = body[head] as Json[];
    const isSystem = (turn: Json | undefined) =>
      turn !== undefined && isObject(turn) && (turn.role === 'system' || turn.role === 'developer');
    if (isSystem(turns[place])) return 'system';
    return `turn ${turns.slice(0, place + 1).filter((turn) => !isSystem(turn)).length}`;
  }
  const dotted = path.join('.');
  const row = counterparts.findIndex((one) => one[family] === dotted);
  return row < 0 ? null : `parameter ${row}`;
}

/** Writes a JSON body in lines, each with its field. A text that is not a JSON object is one line. */
export function mirrorBody(family: Family, text: string): MirroredBody {
  const lines: MirrorLine[] = [];
  const paths = new Map<string, string>();
  const body = parseJson(text) as Json | undefined;
  if (body === undefined || !isObject(body)) return { lines: [{ text, field: null }], paths };
  const write = (value: Json, path: Path, name: string, end: string, outer: string | null) => {
    const indent = '  '.repeat(path.length);
    const shared = outer ?? (path.length > 0 ? sharedField(family, path, body) : null);
    if (shared !== null && outer === null)
      paths.set(shared, shared === 'system' || shared.startsWith('turn') ? String(path[0]) : path.join('.'));
    const isFrame = (Array.isArray(value) && value.some((item) => typeof item === 'object')) || isObject(value);
    if (!isFrame) {
      const own = shared ?? path.filter((step) => typeof step === 'string').join('.');
      lines.push({ text: `${indent}${name}${JSON.stringify(value)}${end}`, field: own });
      return;
    }
    const entries: [string, Json, string | number][] = Array.isArray(value)
      ? value.map((item, at) => ['', item, at])
      : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item, key]);
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    lines.push({ text: `${indent}${name}${open}`, field: shared });
    entries.forEach(([label, item, step], at) => {
      write(item, [...path, step], label, at < entries.length - 1 ? ',' : '', shared);
    });
    lines.push({ text: `${indent}${close}${end}`, field: shared });
  };
  write(body, [], '', '', null);
  return { lines, paths };
}

/** Compares bodies of several lanes. Shared fields are numbered in the order in which they first appear. */
export function mirrorBodies(lanes: readonly { family: Family; text: string }[]): {
  bodies: Mirrored[];
  numbers: ReadonlyMap<string, number>;
} {
  const mirrored = lanes.map(({ family, text }) => mirrorBody(family, text));
  const fieldsOf = ({ lines }: MirroredBody) => new Set(lines.flatMap(({ field }) => field ?? []));
  const all = mirrored.map(fieldsOf);
  const counts = new Map<string, number>();
  for (const fields of all) for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  const numbers = new Map<string, number>();
  for (const fields of all)
    for (const field of fields)
      if ((counts.get(field) ?? 0) > 1 && !numbers.has(field)) numbers.set(field, numbers.size + 1);
  const hasSeveral = new Set(lanes.map(({ family }) => family)).size > 1;
  const bodies = mirrored.map((body, at): Mirrored => {
    const family = lanes[at]?.family ?? 'chat.completions';
    const own = all[at] ?? new Set<string>();
    // Lanes of the same protocol have the same fields: what counts are the other protocols, where there are some.
    const isOther = (place: number) => place !== at && (!hasSeveral || lanes[place]?.family !== family);
    const elsewhere = new Set(all.flatMap((fields, place) => (isOther(place) ? [...fields] : [])));
    const others = new Map(mirrored.filter((one) => one !== body).flatMap(({ paths }) => [...paths]));
    const missing = [...others].filter(([field]) => !own.has(field));
    const nameHere = (field: string) =>
      field.startsWith('parameter ') ? counterparts[Number(field.slice(10))]?.[family] : undefined;
    const inAddress = family === 'native' ? missing.filter(([, path]) => path === 'model' || path === 'stream') : [];
    return {
      ...body,
      alone: [...own].filter((field) => !elsewhere.has(field)).map((field) => body.paths.get(field) ?? field),
      unsent: missing.flatMap(([field]) => nameHere(field) ?? []),
      inAddress: inAddress.map(([, path]) => path),
    };
  });
  return { bodies, numbers };
}
