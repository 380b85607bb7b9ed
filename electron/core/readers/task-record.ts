import { memberAt } from '#shared/protocol/json.ts';
import { plainTaskWord } from '#shared/protocol/task-words.ts';
import { fieldsOf } from './failures/error-fields.ts';
import { meansSuccess } from './failures/sentences.ts';
import { asObject, asText, type JsonObject, words } from './intake/json-value.ts';
import { filterReasonWithin } from './parts/entry-failure.ts';

/** Fields that wrap a record in another one. */
const wrappers = ['data', 'output', 'task', 'result', 'response', 'job'];
const mostLayers = 4;

/** Fields that only tasks have, most common first. */
const ownIdFields = words(`task_id taskId taskID video_id videoId generation_id generationId job_id jobId
  operation_id operationId prediction_id predictionId prompt_id promptId execution_id executionId creation_id
  creationId render_id renderId task_uuid taskUUID inference_id`);
/** Names of the field that holds the id, most common first. A numeric `id` is that of a database row, not of a task. */
const idFields = ['task_id', 'taskId', 'id', ...ownIdFields.slice(2)];
/** Fields with the address at which the state of a task is. */
const pollFields = ['polling_url', 'pollingUrl', 'poll_url', 'status_url', 'statusUrl', 'fetch_result', 'get_url'];
/** Ids that many responses have: they count where nothing else names the task. */
const weakIdFields = ['request_id', 'requestId', 'uuid', 'run_id', 'runId'];
const statusFields = words(`status task_status taskStatus state Status job_status phase task_state taskState
  State jobStatus job_state video_status generation_status status_str successFlag`);
/** What a number in the field before means, where the record says it too. */
const statusTexts = words(`status_text statusText status_name statusName status_desc state_name status_msg`);

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
      wrappers.map((name) => asObject(Array.isArray(outer[name]) ? outer[name][0] : outer[name])).find(tells) ??
      onlyRecordIn(outer);
  }
  return layers;
}

/** Records beside the one of a task. */
const beside =
  /^(?:error|usage|meta|metadata|input|inputs|request|params|parameters|urls|links|config|options|base_?resp|header|properties|content|timings|metrics|status)$/i;

/** Returns the only record in another one, whatever its name, if it is that of a task: `{"Resp": {"video_id": 31}}`. */
function onlyRecordIn(outer: JsonObject): JsonObject | null {
  if (idOf(outer) !== null || statusOf(outer) !== null) return null;
  const named = Object.entries(outer).filter(([name]) => !beside.test(name));
  const records = named.map(([, value]) => asObject(value)).filter(isFound);
  const [only] = records;
  return records.length === 1 && only && (hasOwnId(only) || statusOf(only) !== null) ? only : null;
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

export const hasOwnId = (layer: JsonObject): boolean =>
  ownIdFields.some((name) => layer[name]) || pollFields.some((name) => asText(layer[name]) !== null);

/**
 * Returns the id that an envelope contains in place of a record, where its words say that the request was accepted:
 * `{"code": 1, "description": "Submitted successfully", "result": "17122"}`.
 */
export function acceptedId(layer: JsonObject): string | null {
  const isAccepted = ['message', 'msg', 'description', 'desc', 'info'].some((name) =>
    accepted.test(asText(layer[name]) ?? ''),
  );
  return isAccepted ? bareIdIn(layer) : null;
}

const accepted = /succe|submitted|accepted|queued|^ok$|成功|提交|排队/i;

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
  return bareIdIn(layer);
}

const bareIdIn = (layer: JsonObject): string | null =>
  ['data', 'result', 'output'].map((field) => bareId(layer[field])).find(isFound) ?? null;

const bareId = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w.:-]{6,128}$/.test(value) ? value : null;

/** Returns the first field of this record that says how far the task is: a word, a number or a flag. */
export function statusOf(layer: JsonObject): string | null {
  const values = statusFields.map((name) => layer[name]);
  const word = values.find((status) => typeof status === 'string');
  if (typeof word === 'string' && !/^\d+$/.test(word)) return word;
  const text = statusTexts.map((name) => asText(layer[name])).find(isFound);
  if (text !== undefined && (word !== undefined || values.some(isSmall))) return text;
  const inner = values.map(asObject).find(isFound);
  if (word === undefined && inner) return statusOf(inner);
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
  const places = [layer, asObject(layer.status) ?? {}];
  const flag = places
    .flatMap((place) => doneFlags.map((name) => place[name]))
    .find((value) => typeof value === 'boolean');
  return typeof flag === 'boolean' ? flag : null;
}

const errorPlaces = words(`error.message error fail_reason failed_reason failure_reason failure.reason
  failure.message error_message error_msg error.msg error.detail output.message output.error task_status_msg
  base_resp.status_msg message msg reason detail err_code error.code error_code`);
/** Those of them that a record of a task that goes well does not have. */
const certainPlaces = ['error.message', 'error', 'fail_reason', 'failed_reason', 'failure_reason', 'error.code'];

/** Words for a reason in the name of a field, in lower case without separators. */
const reasonName =
  /^(?:task|video|job)?(?:fail(?:ed|ure)?|err(?:or)?|reject(?:ed|ion)?|moderation|block(?:ed)?|refus(?:ed|al))(?:msg|message|reasons?|details?|desc|description|info|cause|text)$/;
/** Records in which services explain a state. */
const explained = ['details', 'detail', 'failure', 'error_info', 'errorInfo', 'status_details'];

/** Returns the texts of fields that are named as reasons, in a record and in those that explain its state. */
const namedReasons = (layer: JsonObject): string[] =>
  [layer, ...explained.map((name) => asObject(layer[name])).filter(isFound)].flatMap((record) =>
    Object.entries(record).flatMap(([name, value]) =>
      reasonName.test(name.toLowerCase().replace(/[\s_.-]/g, ''))
        ? [value].flat().flatMap((one) => asText(one) ?? [])
        : [],
    ),
  );

const texts = (layers: readonly JsonObject[], places: readonly string[]): string[] =>
  layers
    .flatMap((layer) => [
      ...places.map((place) => asText(memberAt(layer, place))).filter(isFound),
      ...namedReasons(layer),
      ...[filterReasonWithin(layer)].filter(isFound),
    ])
    .filter((text) => !/^(?:success|ok|succeeded|成功|none|null|0)$/i.test(text.trim()));

/** Returns why a task failed. Envelopes report that reading the task succeeded, whatever became of it. */
export const errorIn = (layers: readonly JsonObject[]): string | null => texts(layers, errorPlaces)[0] ?? null;

/** Tells whether a record without a word for its state says that the task failed. */
export const holdsFailure = (layers: readonly JsonObject[]): boolean =>
  texts(layers, certainPlaces).some((text) => !/^https?:/i.test(text)) ||
  layers.some((layer) => asObject(layer.error) !== null && fieldsOf(asObject(layer.error) ?? {}).sentence !== null);

const codeFields = words(`status_code code errno err_no errcode error_code ret retcode resultCode ErrCode`);
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
    const message =
      fieldsOf(layer).sentence ??
      ['status_msg', 'description', 'desc', 'reason', 'ErrMsg', 'errmsg']
        .map((name) => asText(layer[name]))
        .find(isFound) ??
      null;
    // Some services number their successes, too.
    if (message !== null && (meansSuccess(message) || accepted.test(message))) continue;
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
