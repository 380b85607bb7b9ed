import type { ExchangeFilter, Origin } from '#shared/contract/exchanges.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { type FilterWord, filterWords } from './filter-words.ts';

/** Names that a person may mean by a few letters. */
export interface KnownNames {
  keyAliases: readonly string[];
  models: readonly string[];
}

/** What can stand before a colon. */
export const filterNames = ['status', 'verdict', 'key', 'model', 'route', 'from', 'code', 'is'] as const;
export type FilterName = (typeof filterNames)[number];

/** A typed filter as it was understood, for its chip. */
export interface UnderstoodWord {
  typed: string;
  name: FilterName;
  value: string;
}

export interface ReadFilter {
  filter: ExchangeFilter;
  understood: UnderstoodWord[];
  /** Typed filters whose value means nothing; they filter nothing. */
  wrong: UnderstoodWord[];
  /** Typed like a filter, with a name that is none: searched for as text. */
  unknown: { typed: string; name: string }[];
}

type Outcome = NonNullable<ExchangeFilter['outcome']>;

const outcomes: Readonly<Record<string, Outcome>> = {
  works: 'working',
  working: 'working',
  ok: 'working',
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
 * Reads a filter text. Plain words are looked for in the facts of an exchange; `status:503`, `status:5xx`, `status:none`,
 * `verdict:odd`, `key:team`, `model:gpt`, `route:chat`, `from:checks`, `code:quota` and `is:pinned` ask for one fact. A name
 * given by some of its letters is taken when it can be only one; when it can be several, its letters are looked for.
 */
export function readFilter(text: string, known: KnownNames): ReadFilter {
  const read: ReadFilter = { filter: {}, understood: [], wrong: [], unknown: [] };
  const words: string[] = [];
  for (const word of filterWords(text)) {
    if (!isNamed(word)) {
      words.push(word.name === null ? word.value : word.typed);
      // An address is no filter, and a name without a value may still become one.
      if (word.name !== null && word.value !== '' && !word.value.startsWith('//'))
        read.unknown.push({ typed: word.typed, name: word.name });
      continue;
    }
    const { typed, name, value } = word;
    const found = value === '' ? undefined : readers[name](value.toLowerCase(), known);
    if (found === undefined) {
      // While a value is being typed it is not wrong yet.
      if (value !== '') read.wrong.push({ typed, name, value });
      continue;
    }
    if (typeof found === 'string') words.push(found);
    else Object.assign(read.filter, found);
    read.understood.push({ typed, name, value: named(found) ?? value });
  }
  const wanted = words.join(' ').slice(0, 500);
  if (wanted) read.filter.text = wanted;
  return read;
}

const isNamed = (word: FilterWord): word is FilterWord & { name: FilterName } =>
  word.name !== null && (filterNames as readonly string[]).includes(word.name);

/** Filter members, words to look for, or `undefined` when the value means nothing. */
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
    const keyAlias = meant(value, keyAliases);
    return keyAlias === undefined ? value : { keyAlias };
  },
  model: (value, { models }) => {
    const model = meant(value, models);
    return model === undefined ? value : { model };
  },
  route(value) {
    const routeId = value === 'chat' ? 'chat.completions' : meant(value, routeIds);
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

/** The one name that is meant: written in full, or the only one that holds the letters. */
function meant(value: string, names: readonly string[]): string | undefined {
  const exact = names.find((name) => name.toLowerCase() === value);
  if (exact !== undefined) return exact;
  const holding = names.filter((name) => name.toLowerCase().includes(value));
  return holding.length === 1 ? holding[0] : undefined;
}

/** The whole name that letters stood for. */
function named(found: ExchangeFilter | string): string | undefined {
  return typeof found === 'string' ? undefined : (found.keyAlias ?? found.model ?? found.routeId);
}
