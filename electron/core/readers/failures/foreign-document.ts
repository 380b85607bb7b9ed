import type { Part } from '#shared/protocol/part.ts';
import { isTaskWord, taskStateOf } from '#shared/protocol/task-words.ts';
import { asArray, asObject, asObjects, asText, type JsonObject } from '../intake/json-value.ts';
import { errorCode, fieldsOf } from './error-fields.ts';
import { meansSuccess } from './sentences.ts';

/** A document with content in one of these fields is a response. */
const contentFields = ['choices', 'candidates', 'output', 'models', 'results', 'data', 'text', 'content', 'task_id'];
/** These alone do not make a sentence beside them an error. */
const answerFields = [...contentFields, 'object', 'id', 'usage'];

/** `""`, `[]` and `{}` are absent values: gateways write all fields of a response. */
const isBlankValue = (value: unknown): boolean =>
  value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Some servers write `{"message":"","type":"","code":null}`, or `{"code":0,"message":"ok"}`, where there is no error. */
function isSignificant(error: unknown): boolean {
  if (error === undefined || error === null) return false;
  if (typeof error === 'string') return error.trim() !== '' && !meansSuccess(error);
  if (error === true) return true;
  return [error].flat().some((entry) => {
    if (typeof entry === 'string') return entry.trim() !== '' && !meansSuccess(entry);
    const record = asObject(entry);
    return record !== null && Object.values(record).some(isSign);
  });
}

const isSign = (value: unknown): boolean =>
  typeof value === 'object' ? !isBlankValue(value) : value === true || errorCode(value) !== null;

const errorType = /(?:^|[\w.:-])error$/i;
/** Records beside the response that say whether it succeeded. */
const envelopes = ['base_resp', 'baseResp', 'BaseResp', 'header'];
/** Records of these names also tell how far a task is. */
const vagueEnvelopes = ['status', 'meta'];
const failedWord = /^(?:err(?:or)?|fail(?:ed|ure)?|exception)$/i;

/** A document that says so itself is an error, whatever else it contains. */
function isDeclared(record: JsonObject): boolean {
  if (isSignificant(record.error) || isSignificant(record.fault)) return true;
  if (record.success === false || record.ok === false || record.object === 'error') return true;
  if (typeof record.type === 'string' && errorType.test(record.type)) return true;
  if (isSignificant(asObject(record.Response ?? record.ResponseMetadata)?.Error)) return true;
  return envelopes.some((name) => isFailedEnvelope(name, record[name]));
}

function isFailedEnvelope(name: string, value: unknown): boolean {
  const envelope = asObject(value);
  if (envelope === null) return false;
  const { code, sentence } = fieldsOf(envelope);
  return code !== null && (sentence !== null || /^base_?resp$/i.test(name));
}

const beside: ReadonlySet<Part['type']> = new Set(['raw-event', 'answer-id', 'usage-report', 'warning']);

/** Words of types that report trouble. */
const troubleType = /error|invalid|exception|denied|exceeded|limit|not_?found|unauthori[sz]ed|forbidden|fail/i;
/** Fields whose sentence is an error where a document contains nothing else. */
const reportFields = ['message', 'msg', 'err', 'error_msg', 'error_message', 'errmsg', 'error_description', 'detail'];

/** A code or a failed status with a sentence, and no content. */
function isReported(record: JsonObject): boolean {
  if (contentFields.some((name) => !isBlankValue(record[name]))) return false;
  if (isSignificant(record.errors) || asObjects(record.detail).length > 0) return true;
  if (vagueEnvelopes.some((name) => isFailedEnvelope(name, record[name]))) return true;
  const { code, sentence } = fieldsOf(record);
  if (sentence === null) return false;
  const failed = [record.status, record.state, record.result].some((word) => failedWord.test(asText(word) ?? ''));
  return code !== null || failed || (Number.isInteger(record.error) && record.error !== 0);
}

/** Nothing but a sentence: no event of another protocol, and no progress. */
function isBareSentence(record: JsonObject): boolean {
  if (answerFields.some((name) => record[name] != null && record[name] !== '')) return false;
  if (record.success === true || record.ok === true || (record.code != null && errorCode(record.code) === null))
    return false;
  const word = asText(record.status) ?? asText(record.state);
  if (word !== null && (meansSuccess(word) || (isTaskWord(word) && taskStateOf(word) !== 'failed'))) return false;
  if (typeof record.type === 'string' && record.type !== '' && !troubleType.test(record.type)) return false;
  return reportIn(record) !== null;
}

/** Returns the sentence of a document that is no response of the route; `null` when it has none. */
export function reportIn(document: unknown): string | null {
  const record = asObject(document);
  const texts = reportFields.map((name) => asText(record?.[name])?.trim());
  return texts.find((text) => text !== undefined && text !== '' && !meansSuccess(text)) ?? null;
}

/**
 * Returns the error in a JSON document that came with a 2xx status or inside a stream; `null` when it is a response. A
 * non-empty `error`, `success: false` and the like say so themselves; a code with a sentence does so only where there
 * is no content, and a sentence alone only where the document could not be read as a response.
 *
 * @param read what the document was read as; `null` when it is no response of the route.
 */
export function errorIn(document: unknown, read: readonly Part[] | null = null): unknown {
  if (Array.isArray(document)) {
    const error = document.slice(0, 20).find((entry) => isSignificant(asObject(entry)?.error));
    return error !== undefined && (read === null || !hasContent(read)) ? error : null;
  }
  const record = asObject(document);
  if (record === null) return null;
  if (isDeclared(record)) return record;
  const inner = errorInChoice(record);
  if (inner !== null) return inner;
  if (read !== null && hasContent(read)) return null;
  if (isReported(record)) return record;
  return read === null && isBareSentence(record) ? record : null;
}

/** Whether something of a reply was read from a document. */
export const hasContent = (read: readonly Part[]): boolean => read.some(({ type }) => !beside.has(type));

/** Gateways also report the error of a stream in its chunk: in the choice, its delta or its message. */
function errorInChoice({ choices, candidates }: JsonObject): JsonObject | null {
  for (const choice of asArray(choices ?? candidates)) {
    const record = asObject(choice);
    for (const place of [record, asObject(record?.delta), asObject(record?.message)])
      if (place && isSignificant(place.error)) return { error: place.error };
  }
  return null;
}

/** Fields by which a response of another route is recognized. */
const signs: readonly (readonly [field: string, name: string])[] = [
  ['choices', 'a chat completion'],
  ['candidates', 'a native response'],
  ['output', 'a Responses response'],
  ['response', 'a Responses response'],
  ['task_id', 'a task that is still being processed'],
  ['models', 'a native model list'],
  ['results', 'a ranking'],
];

/** Returns what an unexpected document seems to be; `null` when nothing indicates it. */
export function looksLike(document: unknown): string | null {
  const record = asObject(document);
  if (record === null) return null;
  if (typeof record.type === 'string' && record.type.startsWith('response.')) return 'a Responses response';
  const sign = signs.find(([field]) => record[field] != null)?.[1];
  return sign ?? (Array.isArray(record.data) ? listName(asObject(record.data[0])) : null);
}

/** Names the list in `data` by its first entry. */
function listName(entry: JsonObject | null): string | null {
  if (entry === null) return null;
  if (entry.embedding !== undefined)
    return Array.isArray(asArray(entry.embedding)[0])
      ? 'a list with one vector per token, as a model without pooling returns it'
      : 'a list of vectors';
  if (entry.b64_json !== undefined || entry.url !== undefined) return 'a list of images';
  return entry.id === undefined ? null : 'a list of models';
}
