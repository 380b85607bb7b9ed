import { plainTaskWord } from '#shared/protocol/task-words.ts';
import { fieldsOf } from './failures/error-fields.ts';
import { asObject, asText, type JsonObject } from './intake/json-value.ts';

/** Fields that wrap a record in another one. */
const wrappers = ['data', 'output', 'task', 'result', 'response', 'job'];
const mostLayers = 4;

/** Fields that only tasks have. */
const ownIdFields = [
  ...['task_id', 'taskId', 'video_id', 'videoId', 'generation_id', 'generationId', 'job_id', 'jobId'],
  ...['operation_id', 'prediction_id'],
];
/** Names of the field that holds the id, most common first. A numeric `id` is that of a database row, not of a task. */
const idFields = [
  ...['task_id', 'taskId', 'id', 'video_id', 'videoId', 'generation_id', 'generationId', 'job_id', 'jobId'],
  ...['operation_id', 'prediction_id'],
];
/** Ids that many responses have: they count where nothing else names the task. */
const weakIdFields = ['request_id', 'requestId', 'uuid', 'run_id', 'runId'];
const statusFields = ['status', 'task_status', 'taskStatus', 'state', 'Status', 'job_status', 'phase'];
/** What a number in the field before means, where the record says it too. */
const statusTexts = [
  'status_text',
  'statusText',
  'status_name',
  'statusName',
  'status_desc',
  'state_name',
  'status_msg',
];

export const isFound = <Value>(value: Value | null): value is Value => value !== null;

/**
 * Returns the envelopes and the record inside them, outermost first. A record may contain the raw one of its service.
 */
export function unwrap(value: unknown): JsonObject[] {
  const layers: JsonObject[] = [];
  let layer = asObject(Array.isArray(value) ? value[0] : value);
  while (layer !== null && layers.length < mostLayers) {
    layers.push(layer);
    if (idOf(layer) !== null && statusOf(layer) !== null) break;
    const outer: JsonObject = layer;
    layer =
      wrappers.map((name) => asObject(Array.isArray(outer[name]) ? outer[name][0] : outer[name])).find(tells) ?? null;
  }
  return layers;
}

/** True when it, or what it wraps, has a field of a task. */
function tells(layer: JsonObject | null): boolean {
  return (
    layer !== null &&
    (idOf(layer) !== null || statusOf(layer) !== null || wrappers.some((name) => asObject(layer[name])))
  );
}

/** Some services number their tasks; the numeric `id` next to a `task_id` is that of a database row. */
export const idOf = (layer: JsonObject): string | null => {
  const text = idFields.map((name) => asText(layer[name])).find(isFound);
  if (text !== undefined) return text;
  const number = ownIdFields.map((name) => layer[name]).find((id) => Number.isSafeInteger(id));
  return number === undefined ? null : String(number);
};

export const hasOwnId = (layer: JsonObject): boolean => ownIdFields.some((name) => layer[name]);

/** The name of a long-running operation is its id. */
const operationName = /(?:^|\/)operations?\/\S+/;

/** Returns an id that only the response to a submission may carry, where every id is that of the new task. */
export function weakIdOf(layer: JsonObject): string | null {
  const name = asText(layer.name);
  if (name !== null && operationName.test(name)) return name;
  const text = weakIdFields.map((field) => asText(layer[field])).find(isFound);
  if (text !== undefined) return text;
  if (Number.isSafeInteger(layer.id)) return String(layer.id);
  // An envelope around nothing but the id.
  return ['data', 'result', 'output'].map((field) => bareId(layer[field])).find(isFound) ?? null;
}

const bareId = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w.:-]{6,128}$/.test(value) ? value : null;

/** Returns the first field of this record that says how far the task is: a word, a number or a flag. */
export function statusOf(layer: JsonObject): string | null {
  const values = statusFields.map((name) => layer[name]);
  const word = values.find((status) => typeof status === 'string');
  if (typeof word === 'string' && !/^\d+$/.test(word)) return word;
  const text = statusTexts.map((name) => asText(layer[name])).find(isFound);
  if (text !== undefined && (word !== undefined || values.some(isSmall))) return text;
  const number = values.find(isSmall);
  return typeof word === 'string' ? word : number === undefined ? null : String(number);
}

/** A larger one is the HTTP status of an envelope. */
const isSmall = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 100;

/** Flags of services that have no word for the state. */
const doneFlags = ['done', 'finished', 'completed', 'is_finished', 'isFinished', 'is_done'];

/** Returns whether a flag says that the task has ended; `null` without a flag. */
export function isFlaggedDone(layer: JsonObject): boolean | null {
  const flag = doneFlags.map((name) => layer[name]).find((value) => typeof value === 'boolean');
  return typeof flag === 'boolean' ? flag : null;
}

const errorPlaces = [
  'error.message',
  'error',
  'fail_reason',
  'failed_reason',
  'failure_reason',
  'failure.reason',
  'failure.message',
  'error_message',
  'error_msg',
  'error.msg',
  'error.detail',
  'output.message',
  'output.error',
  'task_status_msg',
  'base_resp.status_msg',
  'message',
  'msg',
  'reason',
  'detail',
  'err_code',
  'error.code',
  'error_code',
];
/** Those of them that a record of a task that goes well does not have. */
const certainPlaces = ['error.message', 'error', 'fail_reason', 'failed_reason', 'failure_reason', 'error.code'];

const texts = (layers: readonly JsonObject[], places: readonly string[]): string[] =>
  layers.flatMap((layer) => places.map((place) => asText(at(layer, place))).filter(isFound));

function at(layer: JsonObject, place: string): unknown {
  let value: unknown = layer;
  for (const name of place.split('.')) value = asObject(value)?.[name];
  return value;
}

/** Returns why a task failed. Envelopes report that reading the task succeeded, whatever became of it. */
export const errorIn = (layers: readonly JsonObject[]): string | null =>
  texts(layers, errorPlaces).find((text) => !/^(?:success|ok|succeeded|成功)$/i.test(text.trim())) ?? null;

/** Tells whether a record without a word for its state says that the task failed. */
export const holdsFailure = (layers: readonly JsonObject[]): boolean =>
  texts(layers, certainPlaces).some((text) => !/^https?:/i.test(text)) ||
  layers.some((layer) => asObject(layer.error) !== null && fieldsOf(asObject(layer.error) ?? {}).sentence !== null);

const codeFields = ['status_code', 'code', 'errno', 'err_no', 'errcode', 'error_code', 'ret', 'retcode', 'resultCode'];
const goodCodes: ReadonlySet<unknown> = new Set([0, 200, '0', '200', '', null, undefined, true]);

/**
 * Returns the refusal that an envelope reports under a good status: a code that is not that of a success, such as
 * `{"task_id":"","base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}` of MiniMax.
 */
export function refusalIn(value: unknown): { message: string | null; code: string } | null {
  const outer = asObject(value);
  const layers = [
    outer,
    asObject(outer?.base_resp),
    asObject(outer?.baseResp),
    asObject(outer?.header),
    asObject(outer?.data),
  ];
  for (const layer of layers.filter(isFound)) {
    const code = codeFields.map((name) => layer[name]).find((found) => isRefusal(found));
    if (code === undefined) continue;
    const message = fieldsOf(layer).sentence ?? asText(layer.status_msg) ?? asText(layer.desc) ?? asText(layer.reason);
    return { message, code: String(code) };
  }
  return null;
}

const isRefusal = (code: unknown): boolean => {
  if (goodCodes.has(code)) return false;
  if (typeof code === 'number') return true;
  return (
    typeof code === 'string' && !/^(?:success|succeeded|ok|succeed|done|accepted|created)$/.test(plainTaskWord(code))
  );
};
