import { parseJson } from '#shared/protocol/json.ts';
import { nativeKeyStyles, readAuthHeaders } from './auth-headers.ts';
import { nothingRecognized, type Recognized, secretOf } from './recognized.ts';

const addressNames = /^(base_?(url|address|path)|api_?base|api_?url|endpoint|url|host)$/i;
const keyNames = /^(api_?key|key|token|secret|bearer)$/i;
const modelNames = /^(default_?)?model$/i;
const nameNames = /^(name|title|label)$/i;

/** Deeper than any settings file nests the fields that matter here. */
const maxDepth = 4;

/** Finds a connection in a JSON text (a shared file, a settings file of another tool), or returns `null`. */
export function readJson(text: string): Recognized | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return null;
  const value = parseJson(trimmed);
  return value === undefined ? null : readValue(value);
}

/** Finds a connection in a JSON value, or returns `null`. */
export function readValue(value: unknown): Recognized | null {
  const found: Recognized = { ...nothingRecognized, kind: 'json' };
  look(value, found, 0);
  return found.address || found.secret ? found : null;
}

const isAddress = (name: string, field: unknown): field is string =>
  typeof field === 'string' && addressNames.test(name) && /[.:/]/.test(field);

/** Returns whether an object names a gateway itself, and not only somewhere inside. */
export const hasAddress = (value: object): boolean =>
  Object.entries(value).some(([name, field]) => isAddress(name, field));

/** Fills what is still missing, outer fields first. */
function look(value: unknown, found: Recognized, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  const entries = Object.entries(value);
  for (const [name, field] of entries) {
    if (typeof field !== 'string') continue;
    if (isAddress(name, field)) found.address ??= field;
    else if (keyNames.test(name)) found.secret ??= secretOf(field);
    else if (modelNames.test(name)) found.model ??= field;
    else if (nameNames.test(name)) found.name ??= field;
    else if (name === 'nativeKeyStyle') found.nativeKeyStyle = nativeKeyStyles.find((style) => style === field) ?? null;
  }
  for (const [name, field] of entries) {
    if (/^(extra_?|default_?)?headers$/i.test(name)) readHeaders(field, found);
    else look(field, found, depth + 1);
  }
}

function readHeaders(field: unknown, found: Recognized): void {
  if (typeof field !== 'object' || field === null) return;
  const pairs = Array.isArray(field) ? (field as unknown[]) : Object.entries(field);
  const { secret, nativeKeyStyle, keyHeader, headers } = readAuthHeaders(pairs.filter(isPair));
  found.secret ??= secret;
  found.nativeKeyStyle ??= nativeKeyStyle;
  found.keyHeader ??= keyHeader;
  found.headers = [...found.headers, ...headers];
}

const isPair = (pair: unknown): pair is [string, string] =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
