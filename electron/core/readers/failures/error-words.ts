import { asObject, asObjects, type JsonObject, parseJson } from '../intake/json-value.ts';
import {
  causes,
  echoes,
  faultsAtRoot,
  fieldsOf,
  maxEntries,
  maxFields,
  maxListed,
  nameOf,
  nestedIn,
} from './error-fields.ts';
import { isHuman, isVague, meansSuccess } from './sentences.ts';

/** What a document says about an error, wherever in it. Blank strings, and words that mean success, are `null`. */
export interface ErrorWords {
  message: string | null;
  type: string | null;
  /** Always a string: gateways write codes as strings and as numbers. */
  code: string | null;
  /** The code of the record around the one with the message, where it is another. */
  outerCode: string | null;
  param: string | null;
  requestId: string | null;
  waitMs: number | null;
}

export const noWords: ErrorWords = {
  message: null,
  type: null,
  code: null,
  outerCode: null,
  param: null,
  requestId: null,
  waitMs: null,
};

/** The rest of a message is ignored: a body may be one sentence of many megabytes. */
export const maxRead = 16_384;
const maxLevels = 10;
const maxRecords = 400;
/** Texts that are read as documents. */
const maxTexts = 200;
/** A sentence of at most this many characters leaves the cause to the fields beside it. */
const shortSentence = 80;

/**
 * Finds what a parsed document, or a text, says about an error: a sentence for people, the codes next to it, and the
 * blamed field. Well-known names come first, in any spelling and at any depth; lists of faults are joined; JSON inside
 * strings is read like the document itself. Reads at most 400 records and never throws.
 */
export function errorWords(value: unknown): ErrorWords {
  const found = new Finder().read(faultsAtRoot(value), 0) ?? noWords;
  return found.message === null ? { ...found, message: longestText(value) } : found;
}

class Finder {
  #records = maxRecords;
  #texts = maxTexts;

  read(value: unknown, level: number): ErrorWords | null {
    if (level > maxLevels) return null;
    if (typeof value === 'string') return this.#text(value, level);
    if (Array.isArray(value)) return this.#list(value, level);
    const record = asObject(value);
    return record && this.#record(record, level);
  }

  #text(value: string, level: number): ErrorWords | null {
    const text = value.trim().slice(0, maxRead);
    if (text === '' || meansSuccess(text)) return null;
    this.#texts -= 1;
    const inner = this.#texts > 0 ? documentIn(text) : null;
    const words = inner && this.read(inner.value, level + 1);
    if (!words?.message) return { ...noWords, message: text };
    return { ...words, message: inner?.head ? `${inner.head} ${words.message}` : words.message };
  }

  /** Joins the sentences of a list of faults, each after the field it is about. */
  #list(list: readonly unknown[], level: number): ErrorWords | null {
    const lines: string[] = [];
    let first: ErrorWords | null = null;
    for (const entry of list.slice(0, maxEntries)) {
      // A message of a conversation.
      if (asObject(entry)?.role !== undefined) continue;
      const words = this.read(entry, level + 1);
      if (words === null) continue;
      first ??= words;
      const line = lineOf(words);
      if (line !== null && !lines.includes(line) && lines.length < maxListed) lines.push(line);
    }
    return first && { ...first, message: lines.join('; ') || null };
  }

  #record(record: JsonObject, level: number): ErrorWords | null {
    this.#records -= 1;
    if (this.#records < 0) return null;
    const own = fieldsOf(record);
    const nested = nestedIn(record, own.sentence !== null);
    const inError = this.#firstOf(nested.errors, level);
    const written = own.sentence === null ? null : this.#text(own.sentence, level);
    const best =
      [inError, written].find(isClear) ??
      [this.#firstOf(nested.others, level)].find(isClear) ??
      [inError, written].find((words) => words?.message != null) ??
      this.#firstOf(nested.others, level) ??
      inError;
    const code = best?.code ?? own.code ?? inError?.code ?? null;
    const message = best?.message == null ? null : this.#withCause(best.message, record, level);
    if (message === null && code === null && own.type === null) return best ?? null;
    return {
      message,
      type: best?.type ?? own.type ?? inError?.type ?? null,
      code,
      outerCode: own.code === code ? (best?.outerCode ?? null) : own.code,
      param: best?.param ?? own.param ?? inError?.param ?? null,
      requestId: own.requestId ?? best?.requestId ?? null,
      waitMs: own.waitMs ?? best?.waitMs ?? null,
    };
  }

  /** Returns the words of the first value that says more than its status, or else of the first with any. */
  #firstOf(values: readonly unknown[], level: number): ErrorWords | null {
    let first: ErrorWords | null = null;
    for (const value of values) {
      const words = this.read(value, level + 1);
      if (isClear(words)) return words;
      first ??= words;
    }
    return first;
  }

  /** Adds to a short sentence what the fields beside it say about the cause. */
  #withCause(message: string, record: JsonObject, level: number): string {
    if (message.length > shortSentence) return message;
    let whole = message;
    for (const [key, value] of Object.entries(record).slice(0, maxFields)) {
      const name = nameOf(key);
      if (!causes.has(name)) continue;
      const cause = this.read(value, level + 1)?.message;
      if (cause == null || !isHuman(cause) || isVague(cause) || whole.includes(cause)) continue;
      if (isVague(whole) || cause.includes(whole)) whole = cause;
      else whole = name === 'error' ? joined(cause, whole) : joined(whole, cause);
      if (whole.length > 2 * shortSentence) break;
    }
    return whole;
  }
}

const isClear = (words: ErrorWords | null | undefined): words is ErrorWords =>
  words?.message != null && !isVague(words.message);

const joined = (sentence: string, cause: string): string => `${sentence.replace(/[.:;。]$/, '')}: ${cause}`;

/** Returns the document that a text is, or ends with after other words: chained gateways quote each other so. */
function documentIn(text: string): { head: string; value: unknown } | null {
  if (text.startsWith('"') && text.endsWith('"')) {
    const value = parseJson(text);
    return typeof value === 'string' ? { head: '', value } : null;
  }
  const start = text.search(/[[{]/);
  if (start === -1 || !/[\]}]$/.test(text)) return null;
  const value = valueIn(text.slice(start));
  // A list of words is what is allowed, or what was sent.
  return asObject(value) || asObjects(value).length > 0 ? { head: text.slice(0, start).trim(), value } : null;
}

/** Returns the value of a text that is JSON, or a Python value; `undefined` when it is neither. */
function valueIn(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  const json = jsonFromPython(text);
  return json === null ? undefined : parseJson(json);
}

function lineOf({ message, param }: ErrorWords): string | null {
  if (message === null) return param === null ? null : `${param}: invalid`;
  return param === null || message.split(/[^\w.]+/).includes(param) ? message : `${param}: ${message}`;
}

/** Returns the longest text for people in a document that has none under a known name. */
function longestText(value: unknown): string | null {
  let longest = '';
  const open: unknown[] = [value];
  for (let at = 0; at < open.length && at < maxRecords * 5; at += 1) {
    const one = open[at];
    if (typeof one === 'string') {
      if (one.length > longest.length && isHuman(one)) longest = one;
    } else if (Array.isArray(one)) open.push(...one.slice(0, maxEntries));
    else if (one !== null && typeof one === 'object') {
      const fields = Object.entries(one).slice(0, maxFields);
      for (const [key, inner] of fields) if (!echoes.has(nameOf(key))) open.push(inner);
    }
  }
  return longest.trim().slice(0, maxRead) || null;
}

const literals: ReadonlyMap<string, string> = new Map([
  ['None', 'null'],
  ['True', 'true'],
  ['False', 'false'],
]);

/** A string, a name, a number or a sign of a Python value. Tuples become lists. */
const token =
  /\s+|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|(None|True|False)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([{}[\]:,()])/gy;

const signs: Readonly<Record<string, string>> = { '(': '[', ')': ']' };

function stringOf(content: string): string {
  const text = content
    .replace(/\\(['"\\])/g, '$1')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
  return JSON.stringify(text);
}

/**
 * Returns a Python value as JSON text: servers write `str(errors)` into their messages, as in `[{'loc': ('body', 'n'),
 * 'msg': 'Field required'}]`. `null` for anything else.
 */
export function jsonFromPython(text: string): string | null {
  const pieces: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (found === null) return null;
    const [, single, double, literal, number, sign] = found;
    // Python allows a comma before a closing bracket, and writes it in tuples of one.
    if (sign !== undefined && /[)\]}]/.test(sign) && pieces.at(-1) === ',') pieces.pop();
    const string = single ?? double;
    const piece =
      string !== undefined
        ? stringOf(string)
        : literal !== undefined
          ? literals.get(literal)
          : (number ?? signs[sign!] ?? sign);
    if (piece !== undefined) pieces.push(piece);
  }
  return pieces.join('');
}
