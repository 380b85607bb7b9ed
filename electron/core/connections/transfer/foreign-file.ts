import { headerRefusal } from '#shared/protocol/header-rules.ts';
import { entryOf, isObject, type JsonObject, type SharedEntry } from './shared-entry.ts';

/** Names under which other tools keep these things. */
const addressNames = /^(base_?(url|address|path)|api_?base|api_?(url|host)|endpoint|url|host)$/i;
const keyNames = /^(api_?keys?|key|token|secret|bearer)$/i;
const nameNames = /^(name|title|label)$/i;
const headerNames = /^((extra|default|custom)_?)?headers$/i;

/** Deeper than any settings file nests what matters here. */
const deepest = 6;
const mostEntries = 200;

/**
 * The connections in the JSON of another tool: every object that names an address, with its name and headers. A key that
 * stands in it is named and not taken over: it would be one more copy of a key that lies about in clear.
 */
export function readForeign(value: unknown): SharedEntry[] {
  const found: SharedEntry[] = [];
  look(value, '', 0, found);
  return found;
}

function look(value: unknown, place: string, depth: number, found: SharedEntry[]): void {
  if (typeof value !== 'object' || value === null || depth > deepest || found.length >= mostEntries) return;
  const own = isObject(value) ? readObject(value, place, String(found.length + 1)) : null;
  if (own) found.push(own);
  for (const [name, inner] of Object.entries(value))
    if (!headerNames.test(name)) look(inner, Array.isArray(value) ? place : name, depth + 1, found);
}

/** @param place the name under which the object stands: what it is called when it has no name of its own. */
function readObject(object: JsonObject, place: string, ref: string): SharedEntry | null {
  const texts = Object.entries(object).filter((field): field is [string, string] => typeof field[1] === 'string');
  const find = (names: RegExp) => texts.find(([name, text]) => names.test(name) && text.trim() !== '')?.[1];
  const address = texts.find(([name, text]) => addressNames.test(name) && /[.:/]/.test(text))?.[1];
  if (address === undefined) return null;
  const headers = readHeaders(object);
  const usable = headers.filter(([name, text]) => headerRefusal(name, text) === null);
  const name = (find(nameNames) ?? place).slice(0, 120);
  const entry = entryOf(ref, { name, baseAddress: address, headers: usable });
  if (entry.name === `Entry ${ref}`) entry.name = entry.baseAddress;
  const keys = Object.keys(object).filter((field) => keyNames.test(field) && isFilled(object[field]));
  if (keys.length > 0)
    entry.notes.push(
      `A key stands in clear in this file (${keys.join(', ')}). It is not taken over: enter it as a key.`,
    );
  const left = headers.filter((pair) => !usable.includes(pair)).map(([header]) => header);
  if (left.length > 0) entry.notes.push(`Without the headers ${left.join(', ')}, which Patchbay sets itself.`);
  return entry;
}

const isFilled = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() !== '') || (Array.isArray(value) && value.length > 0);

function readHeaders(object: JsonObject): [string, string][] {
  const [, value] = Object.entries(object).find(([name]) => headerNames.test(name)) ?? [];
  const pairs: unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.entries(value) : [];
  return pairs.flatMap((pair): [string, string][] => {
    if (isObject(pair)) return isText(pair.name) && isText(pair.value) ? [[pair.name, pair.value]] : [];
    return Array.isArray(pair) && isText(pair[0]) && isText(pair[1]) ? [[pair[0], pair[1]]] : [];
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';
