import type { ExchangeFilter, Origin } from '#shared/contract/exchanges.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';

/** Names that the user may abbreviate to a few letters. */
interface KnownNames {
  keyAliases: readonly string[];
  models: readonly string[];
}

/** The names allowed before a colon. */
export const filterNames = ['status', 'verdict', 'key', 'model', 'route', 'from', 'code', 'is'] as const;
type FilterName = (typeof filterNames)[number];

/** A typed filter as it was understood, for its chip. */
interface UnderstoodWord {
  typed: string;
  name: FilterName;
  value: string;
}

export interface ReadFilter {
  filter: ExchangeFilter;
  understood: UnderstoodWord[];
  /** Typed filters whose value is invalid; they filter nothing. */
  wrong: UnderstoodWord[];
  /** Typed like a filter, but with an unknown name: searched for as text. */
  unknown: { typed: string; name: string }[];
}

type Outcome = NonNullable<ExchangeFilter['outcome']>;

const outcomes: Readonly<Record<string, Outcome>> = {
  completed: 'working',
  works: 'working',
  working: 'working',
  ok: 'working',
  warnings: 'odd',
  odd: 'odd',
  broken: 'broken',
  failed: 'broken',
  bad: 'broken',
  running: 'running',
  live: 'running',
  stopped: 'cancelled',
  cancelled: 'cancelled',
};

const originNames: Readonly<Record<string, Origin>> = {
  panel: 'panel',
  panels: 'panel',
  check: 'check',
  checks: 'check',
  replay: 'replay',
  replays: 'replay',
  terminal: 'terminal',
  core: 'core',
  patchbay: 'core',
};

/**
 * Reads a filter text. Plain words are searched for in the facts of an exchange; `status:503`, `status:5xx`,
 * `status:none`, `verdict:failed`, `key:team`, `model:gpt`, `route:chat`, `from:checks`, `code:quota` and `is:pinned` each
 * filter by one fact. A name abbreviated to some of its letters is resolved when only one name matches; when several
 * match, the letters are searched for.
 */
export function readFilter(text: string, known: KnownNames): ReadFilter {
  const read: ReadFilter = { filter: {}, understood: [], wrong: [], unknown: [] };
  const words: string[] = [];
  for (const word of filterWords(text)) {
    if (!isNamed(word)) {
      words.push(word.name === null ? word.value : word.typed);
      // A URL is not a filter, and a name without a value may still become one.
      if (word.name !== null && word.value !== '' && !word.value.startsWith('//'))
        read.unknown.push({ typed: word.typed, name: word.name });
      continue;
    }
    const { typed, name, value } = word;
    const found = value === '' ? undefined : readers[name](value.toLowerCase(), known);
    if (found === undefined) {
      // A value that is still being typed is not wrong yet.
      if (value !== '') read.wrong.push({ typed, name, value });
      continue;
    }
    if (typeof found === 'string') words.push(found);
    else Object.assign(read.filter, found);
    read.understood.push({ typed, name, value: fullName(found) ?? value });
  }
  const wanted = words.join(' ').slice(0, 500);
  if (wanted) read.filter.text = wanted;
  return read;
}

const isNamed = (word: FilterWord): word is FilterWord & { name: FilterName } =>
  word.name !== null && (filterNames as readonly string[]).includes(word.name);

/** Returns filter members, words to search for, or `undefined` when the value is invalid. */
type Reader = (value: string, known: KnownNames) => ExchangeFilter | string | undefined;

const readers: Record<FilterName, Reader> = {
  status(value) {
    if (value === 'none' || value === '0') return { status: 0 };
    const group = /^([1-5])x{1,2}$/.exec(value)?.[1];
    if (group) return { status: Number(group) };
    return /^[1-9]\d\d$/.test(value) ? { status: Number(value) } : undefined;
  },
  verdict: (value) => (outcomes[value] ? { outcome: outcomes[value] } : undefined),
  key: (value, { keyAliases }) => {
    const keyAlias = resolveName(value, keyAliases);
    return keyAlias === undefined ? value : { keyAlias };
  },
  model: (value, { models }) => {
    const model = resolveName(value, models);
    return model === undefined ? value : { model };
  },
  route(value) {
    const routeId = value === 'chat' ? 'chat.completions' : resolveName(value, routeIds);
    if (routeId !== undefined) return { routeId: routeId as RouteId };
    return routeIds.some((id) => id.toLowerCase().includes(value)) ? value : undefined;
  },
  from: (value) => (originNames[value] ? { origin: originNames[value] } : undefined),
  code: (value) => (/^[a-z-]+$/.test(value) ? { failureCode: value } : undefined),
  is: (value) => {
    if (value === 'pinned') return { pinned: true };
    return outcomes[value] ? { outcome: outcomes[value] } : undefined;
  },
};

/** Returns the one name that is meant: written in full, or the only one that contains the letters. */
function resolveName(value: string, names: readonly string[]): string | undefined {
  const exact = names.find((name) => name.toLowerCase() === value);
  if (exact !== undefined) return exact;
  const holding = names.filter((name) => name.toLowerCase().includes(value));
  return holding.length === 1 ? holding[0] : undefined;
}

/** Returns the full name that an abbreviation resolved to. */
function fullName(found: ExchangeFilter | string): string | undefined {
  return typeof found === 'string' ? undefined : (found.keyAlias ?? found.model ?? found.routeId);
}

/** One word of a filter text: a plain word, or a name and a value (`status:503`). */
interface FilterWord {
  /** As typed, quotes included. */
  typed: string;
  /** In lower case; `null` for a plain word. */
  name: string | null;
  value: string;
}

const piece = /([a-z]+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+)/gi;

/** Splits a filter text into words by spaces, `name:value`, and `"..."` around what contains spaces. Never throws. */
function filterWords(text: string): FilterWord[] {
  return [...text.matchAll(piece)].map(([typed, name, quotedValue, value, quoted, plain]) => ({
    typed,
    name: name?.toLowerCase() ?? null,
    value: quotedValue ?? value ?? quoted ?? plain ?? '',
  }));
}

/** Returns the text with one filter set, changed or (for `null`) removed; everything else stays as typed. */
export function setFilterWord(text: string, name: string, value: string | null): string {
  const kept = filterWords(text)
    .filter((word) => word.name !== name)
    .map(({ typed }) => typed);
  if (value !== null) kept.push(`${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`);
  return kept.join(' ');
}

/** Returns the text without one word. */
export const withoutWord = (text: string, typed: string): string =>
  filterWords(text)
    .map((word) => word.typed)
    .filter((word) => word !== typed)
    .join(' ');
