import { asObject, asObjects } from '../intake/json-value.ts';
import { sentenceOf } from './sentences.ts';

const successCodes: ReadonlySet<unknown> = new Set(['success', 'ok', 'SUCCESS', 'OK', '0', 0, '200', 200]);
/** A document with one of these fields is a response, whatever else it contains. */
const answerFields = [
  'choices',
  'candidates',
  'output',
  'models',
  'results',
  'object',
  'id',
  'task_id',
  'text',
  'usage',
];

/** Some servers write `{"message":"","type":"","code":null}` where there is no error. */
function isSignificant(error: unknown): boolean {
  if (error === undefined || error === null) return false;
  if (typeof error === 'string') return error !== '';
  if (error === true) return true;
  return [error].flat().some((entry) => {
    const record = asObject(entry);
    return record !== null && Object.values(record).some((value) => value !== null && value !== '' && value !== 0);
  });
}

/**
 * True when a JSON document is an error although it came with a 2xx status or inside a stream: a non-empty `error`, an
 * event of type `error`, `success: false`, or nothing but a code and a sentence.
 */
export function holdsError(document: unknown): boolean {
  if (Array.isArray(document)) return document.length === 1 && isSignificant(asObject(document[0])?.error);
  const record = asObject(document);
  if (record === null) return false;
  if (isSignificant(record.error) || record.success === false) return true;
  if (record.type === 'error' || record.type === 'upstream_error') return true;
  if (record.data != null || answerFields.some((field) => record[field] != null)) return false;
  if (typeof record.type === 'string' && record.type.startsWith('response.')) return false;
  return !successCodes.has(record.code) && (asObjects(record.detail).length > 0 || sentenceOf(record) !== null);
}

/** Fields by which a response of another route is recognized. */
const signs: readonly (readonly [field: string, name: string])[] = [
  ['choices', 'a chat completion'],
  ['candidates', 'a native response'],
  ['output', 'a Responses response'],
  ['response', 'a Responses response'],
  ['task_id', 'a video task'],
  ['models', 'a native model list'],
  ['results', 'a ranking'],
  ['data', 'a list of models, vectors or images'],
];

/** Returns what an unexpected document seems to be; `null` when nothing indicates it. */
export function looksLike(document: unknown): string | null {
  const record = asObject(document);
  if (record === null) return null;
  if (typeof record.type === 'string' && record.type.startsWith('response.')) return 'a Responses response';
  return signs.find(([field]) => record[field] != null)?.[1] ?? null;
}
