import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { asNumber, asObject, asText, type JsonObject, jsonText } from './intake/json-value.ts';
import { createResponseId } from './parts/answer-id.ts';
import { append } from './parts/append.ts';
import { plainText } from './parts/speech-of.ts';
import { unexpectedItems, unexpectedShape } from './parts/unexpected.ts';
import { createUsageTotals, readRerankUsage } from './parts/usage.ts';

interface Result {
  index: number;
  score: number | null;
  text: string | null;
}

/** Names of the field that holds the list, best known first. */
const lists = ['results', 'data', 'rankings', 'scores', 'reranked_documents', 'documents'];
/** A list of this name is a ranking even where only its order says so; others may be a list of anything. */
const isRanking = new Set(['results', 'rankings', 'reranked_documents']);
const scores = ['relevance_score', 'score', 'logit', 'relevanceScore', 'similarity', 'rerank_score'];
const indexes = ['index', 'document_index', 'corpus_id', 'id'];

interface Found {
  entries: unknown[];
  /** Its order counts without scores. */
  isOrder: boolean;
}

/** The list of results, wherever a service puts it. `null` when the document has none. */
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

/** Any finite number, also one that came as text. */
function scoreIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const firstOf = <T>(record: JsonObject, names: readonly string[], read: (value: unknown) => T | null): T | null =>
  names.reduce<T | null>((found, name) => found ?? read(record[name]), null);

/** The text of a result; gateways give the document as text, as a record, as null or not at all. */
const textIn = (record: JsonObject): string | null =>
  asText(plainText(record.document)) ?? asText(record.text) ?? asText(plainText(record.content));

/** One result. A bare number is the score of the document in its place; `null` for what names neither score nor place. */
function readResult(value: unknown, place: number, isOrder: boolean): (Result & { isNumbered: boolean }) | null {
  const record = asObject(value);
  const score = record ? firstOf(record, scores, scoreIn) : scoreIn(value);
  const index = record ? firstOf(record, indexes, asNumber) : place;
  const isAudio = index !== null && Number.isInteger(index);
  if (score === null && !(isOrder && isAudio)) return null;
  return { index: isAudio ? index : place, score, text: record ? textIn(record) : null, isNumbered: isAudio };
}

/**
 * Reads `/v1/rerank` in every shape that services behind gateways are known to answer with. The results come out best
 * first, with their scores untouched: some services give 0 to 1, others any number.
 */
export function openRerank(): Dialect {
  const usage = createUsageTotals(readRerankUsage);
  const answerId = createResponseId();
  let count = 0;
  let ended = false;

  function take(value: unknown): Part[] | null {
    const list = resultsIn(value);
    if (list === null) return null;
    const read = list.entries.map((entry, place) => ({ entry, result: readResult(entry, place, list.isOrder) }));
    if (read.length > 0 && read.every(({ result }) => result === null)) return null;
    ended = true;
    const document = asObject(value) ?? {};
    const parts = answerId.take(document.id ?? document.request_id, document.model);
    const found = read.flatMap(({ result }) => result ?? []);
    count += found.length;
    const results = found.map(({ index, score, text }) => ({ index, score, text }));
    // The order is by score; equal ones, and those without, stay as they came.
    results.sort((one, other) => weightOf(other) - weightOf(one));
    if (results.length > 0) parts.push({ type: 'ranking', results });
    for (const { entry, result } of read) if (result === null) append(parts, unread(entry));
    append(parts, irregularities(found));
    usage.note({
      ...asObject(asObject(document.meta)?.tokens),
      ...asObject(asObject(document.meta)?.billed_units),
      ...asObject(document.usage),
    });
    append(parts, usage.report());
    return parts;
  }

  return {
    name: 'a ranking',
    nothing: 'no results',
    event: (document) => take(document),
    whole: (value) => take(value),
    get finished() {
      return ended;
    },
    failure: null,
    end: () => ({ parts: [], ended, holds: count > 0, finishReason: null, usage: usage.usage, characters: 0 }),
  };
}

/** What has no score stands behind everything that has one. */
const weightOf = ({ score }: Result) => score ?? -Number.MAX_VALUE;

const highest: Result = { index: 0, score: Number.MAX_VALUE, text: null };

const unread = (entry: unknown): Part[] => [
  unexpectedShape('A result without a score could not be read; it follows as it came.'),
  { type: 'raw-event', name: 'result', data: jsonText(entry) ?? '' },
];

function irregularities(found: readonly (Result & { isNumbered: boolean })[]): Part[] {
  const unexpected: Part[] = [];
  const numbers = found.map(({ index }) => index);
  const repeated = numbers.length - new Set(numbers).size;
  const unnumbered = found.filter(({ isNumbered }) => !isNumbered).length;
  const unscored = found.filter(({ score }) => score === null).length;
  const negative = numbers.filter((index) => index < 0).length;
  if (unnumbered > 0)
    unexpected.push(
      unexpectedItems(`Results without an index: ${unnumbered}. Their place in the list was taken for it.`),
    );
  else if (repeated > 0)
    unexpected.push(unexpectedItems(`Documents that were ranked more than once: ${repeated}. Every result is kept.`));
  if (negative > 0) unexpected.push(unexpectedItems(`Results whose index no document can have: ${negative}.`));
  if (unscored > 0)
    unexpected.push(
      unexpectedItems(`Results without a score: ${unscored}. They stand in the order in which the gateway gave them.`),
    );
  if (found.some((result, place) => weightOf(result) > weightOf(found[place - 1] ?? highest)))
    unexpected.push(
      unexpectedItems('The gateway did not order the results by their score; they are shown in that order here.'),
    );
  return unexpected;
}
