import type { Part } from '#shared/protocol/part.ts';
import { fingerprint } from './asked.ts';
import { type Dialect, openOneDocument } from './dialect.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import {
  asNumber,
  asObject,
  asText,
  firstIn,
  type JsonObject,
  jsonText,
  plainText,
  words,
} from './intake/json-value.ts';
import { append, unexpectedItems, unexpectedShape } from './parts/compose.ts';
import { createResponseId, createUsageTotals, readRerankUsage } from './parts/response-facts.ts';

interface Result {
  index: number;
  score: number | null;
  text: string | null;
}

/** Names of the field that holds the list, most common first. */
const lists = words(`results data rankings ranking ranked reranked_documents reranked_results records hits
  scores relevance_scores documents passages`);
/** A list of this name is a ranking even if only its order says so; others may be a list of anything. */
const isRanking = new Set([...['results', 'rankings', 'ranking', 'ranked', 'reranked_documents', 'reranked_results']]);
const scores = ['relevance_score', 'score', 'logit', 'relevanceScore', 'similarity', 'rerank_score', 'relevance'];
/** What other names of the score contain, and names that contain it and are something else. */
const scoreName = /score|similarity|relevance|logit|probability/i;
const otherName = /(?:^|_)rank|count|threshold|type|label/i;
const indexes = ['index', 'document_index', 'doc_index', 'original_index', 'corpus_id', 'id'];
const texts = ['document', 'text', 'content', 'passage', 'input'];

interface Found {
  entries: unknown[];
  /** Its order counts without scores. */
  isOrder: boolean;
}

/** Returns the list of results, wherever a service puts it. `null` when the document has none. */
function resultsIn(value: unknown, isInner = false): Found | null {
  if (Array.isArray(value)) return { entries: value, isOrder: false };
  const document = asObject(value);
  if (document === null) return null;
  for (const name of lists) {
    const list = document[name];
    if (Array.isArray(list)) return { entries: list, isOrder: isRanking.has(name) };
    if (list === null) return { entries: [], isOrder: false };
  }
  const inner = asObject(document.output) ?? asObject(document.result) ?? asObject(document.data);
  return inner && !isInner ? resultsIn(inner, true) : null;
}

/** Any finite number, also as a string. */
function scoreIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns the text of a result; gateways return the document as text, as a record, as null or not at all. */
const textIn = (record: JsonObject): string | null => firstIn(record, texts, (value) => asText(plainText(value)));

/**
 * Reads one result. A bare number is the score of the document at its position; `null` for an entry with neither a
 * score nor a position.
 */
function readResult(value: unknown, place: number, isOrder: boolean): (Result & { isNumbered: boolean }) | null {
  const pair = pairOf(value);
  const record = pair ?? asObject(value);
  const score = record ? (firstIn(record, scores, scoreIn) ?? namedScore(record)) : scoreIn(value);
  const index = record ? firstIn(record, indexes, asNumber) : place;
  const hasIndex = index !== null && Number.isInteger(index);
  if (score === null && !(isOrder && hasIndex)) return null;
  return { index: hasIndex ? index : place, score, text: record ? textIn(record) : null, isNumbered: hasIndex };
}

/** Some servers write a result as `[index, score]`. */
function pairOf(value: unknown): JsonObject | null {
  if (!Array.isArray(value) || value.length !== 2 || value.some((one) => typeof one !== 'number')) return null;
  const [index, score] = Number.isInteger(value[0]) ? value : [value[1], value[0]];
  return { index, score };
}

function namedScore(record: JsonObject): number | null {
  const names = Object.keys(record).filter((name) => scoreName.test(name) && !otherName.test(name));
  return firstIn(record, names, scoreIn);
}

/** Reads `/v1/rerank` in every known shape. The results are sorted best first, with their scores unchanged. */
export function openRerank({ asked }: Pick<ResponseFacts, 'asked'> = {}): Dialect {
  const usage = createUsageTotals(readRerankUsage);
  const responseId = createResponseId();
  return openOneDocument({
    name: 'a ranking',
    nothing: 'no results',
    usage,
    isContent: ({ type }) => type === 'ranking',
    read(value) {
      const list = resultsIn(value);
      if (list === null) return null;
      const read = list.entries.map((entry, place) => ({ entry, result: readResult(entry, place, list.isOrder) }));
      if (read.length > 0 && read.every(({ result }) => result === null)) return null;
      const document = asObject(value) ?? {};
      const parts = responseId.take(document.id ?? document.request_id, document.model);
      const { found, odd } = numbered(
        read.flatMap(({ result }) => result ?? []),
        asked?.documents ?? null,
      );
      const results = found.map(({ index, score, text }) => ({ index, score, text }));
      // Sorted by score; equal ones, and those without, keep their order.
      results.sort((one, other) => weightOf(other) - weightOf(one));
      if (results.length > 0) parts.push({ type: 'ranking', results });
      for (const { entry, result } of read) if (result === null) append(parts, unreadableEntry(entry));
      append(parts, irregularities(found, odd));
      const meta = asObject(document.meta);
      const counts = { ...asObject(meta?.tokens), ...asObject(meta?.billed_units), ...asObject(document.usage) };
      append(parts, usage.take(counts));
      return parts;
    },
  });
}

/** Results without a score come after all others. */
const weightOf = ({ score }: Result) => score ?? -Number.MAX_VALUE;

const highest: Result = { index: 0, score: Number.MAX_VALUE, text: null };

const unreadableEntry = (entry: unknown): Part[] => [
  unexpectedShape('A result without a score could not be read. It is shown as it arrived.'),
  { type: 'raw-event', name: 'result', data: jsonText(entry) ?? '' },
];

type Numbered = Result & { isNumbered: boolean };

/**
 * Gives each result the number of its document: one without a number that of the document with its text, and numbers
 * that count from 1 those that count from 0.
 *
 * @param documents fingerprints of the documents of the request; `null` where they are not known.
 */
function numbered(
  found: readonly Numbered[],
  documents: readonly (string | null)[] | null,
): { found: Numbered[]; odd: string[] } {
  if (documents === null) return { found: [...found], odd: [] };
  const placed = found.map((result): Numbered => {
    const at = result.isNumbered || result.text === null ? -1 : documents.indexOf(fingerprint(result.text));
    return at === -1 ? result : { ...result, index: at, isNumbered: true };
  });
  const count = documents.length;
  const own = placed.filter(({ isNumbered }) => isNumbered).map(({ index }) => index);
  if (own.includes(count) && own.every((index) => index >= 1 && index <= count))
    return {
      found: placed.map((result) => (result.isNumbered ? { ...result, index: result.index - 1 } : result)),
      odd: ['The gateway numbers the documents from 1. They are numbered from 0 here.'],
    };
  const unknown = own.filter((index) => index >= count).length;
  return {
    found: placed,
    odd: unknown > 0 ? [`Results with an index that no document has: ${unknown}. ${count} were sent.`] : [],
  };
}

function irregularities(found: readonly Numbered[], known: readonly string[]): Part[] {
  const odd = [...known];
  const numbers = found.map(({ index }) => index);
  const repeated = numbers.length - new Set(numbers).size;
  const unnumbered = found.filter(({ isNumbered }) => !isNumbered).length;
  const unscored = found.filter(({ score }) => score === null).length;
  const negative = numbers.filter((index) => index < 0).length;
  if (unnumbered > 0) odd.push(`Results without an index: ${unnumbered}. Their position in the list is used instead.`);
  else if (repeated > 0) odd.push(`Documents ranked more than once: ${repeated}. Every result is kept.`);
  if (negative > 0) odd.push(`Results with a negative index: ${negative}.`);
  if (unscored > 0) odd.push(`Results without a score: ${unscored}. They are shown in the gateway's order.`);
  if (found.some((result, place) => weightOf(result) > weightOf(found[place - 1] ?? highest)))
    odd.push('The gateway did not sort the results by score. They are sorted here.');
  return odd.map(unexpectedItems);
}
