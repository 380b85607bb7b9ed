import type { Part, TaskPart } from '#shared/protocol/part.ts';
import { isTaskOver, isTaskWord, type TaskState, taskStateOf } from '#shared/protocol/task-words.ts';
import type { Dialect } from './dialect.ts';
import { asNumber, asObject, asText, type JsonObject, shallowRecord } from './intake/json-value.ts';
import { unexpectedShape } from './parts/compose.ts';

/**
 * Reads responses of the video task routes. A failed task is a successful response about a failed task: the error in
 * its record belongs to the task. A success without a record (`data: null`, as new-api writes for some tasks) is empty.
 */
export function openTask(): Dialect {
  let holds = false;
  let isBare = false;

  function whole(value: unknown): Part[] | null {
    const task = taskPart(value);
    const document = asObject(value);
    if (task === null) {
      isBare = document !== null && 'data' in document && document.data === null;
      return isBare ? [] : null;
    }
    holds = true;
    const { statusWord } = task;
    const isOdd = statusWord !== null && !isTaskWord(statusWord);
    const warning = unexpectedShape(
      `Patchbay doesn't know the status "${statusWord}". The task is shown as in progress.`,
    );
    return [task, ...(isOdd ? [warning] : [])];
  }

  return {
    name: 'a task',
    nothing: 'no task',
    event: whole,
    whole,
    ownsError: (document) => (taskPart(document)?.statusWord ?? null) !== null,
    end: () => ({ ended: holds || isBare, holds }),
  };
}

/** Fields that only tasks have. */
const ownIdFields = ['task_id', 'taskId', 'video_id', 'generation_id'];
/** Names of the field that holds the id, most common first. A numeric `id` is that of a database row, not of a task. */
const idFields = ['task_id', 'taskId', 'id', 'video_id', 'generation_id'];
const statusFields = ['status', 'task_status', 'state', 'Status'];
/** Fields that wrap a record in another one. */
const wrappers = ['data', 'output', 'task', 'result', 'response'];
const mostLayers = 4;

/** Where the URL of a result is, most common first. */
const resultPlaces = [
  'metadata.url',
  'result_url',
  'url',
  'video_url',
  'output.video_url',
  'output.url',
  'content.video_url',
  'content.url',
  'videos.0.url',
  'task_result.videos.0.url',
  'creations.0.url',
  'output.0',
  'outputs.0',
  'unsigned_urls.0',
  'artifacts.0.content_url',
  'file.download_url',
  'video.url',
  'video',
];
const errorPlaces = [
  'error.message',
  'error',
  'fail_reason',
  'failure_reason',
  'error_message',
  'output.message',
  'task_status_msg',
  'base_resp.status_msg',
  'message',
  'err_code',
  'error.code',
];

/**
 * Reads a task record in any of its shapes: the video object of the compatible surface, the rows of new-api and those
 * of the services behind it, bare or in up to three envelopes. `null` when it contains no task id.
 */
export function taskPart(value: unknown): TaskPart | null {
  const layers = unwrap(value);
  const record = layers.at(-1);
  if (record === undefined) return null;
  const word =
    statusOf(record) ??
    layers
      .filter((layer) => idOf(layer) !== null)
      .map(statusOf)
      .find(isFound) ??
    null;
  // Many responses have an `id`: alone it does not make a task.
  const isTask =
    word !== null || layers.some((layer) => layer.object === 'video' || ownIdFields.some((name) => layer[name]));
  // An envelope may carry the id while the record inside it does not.
  const taskId =
    [...layers].reverse().map(idOf).find(isFound) ?? layers.map((layer) => asText(layer.request_id)).find(isFound);
  if (!isTask || taskId === undefined) return null;
  const state = taskStateOf(word);
  const inner = [record, asObject(record.data), asObject(asObject(record.data)?.data)].filter(
    (layer) => layer !== null,
  );
  return {
    type: 'task-state',
    taskId,
    state,
    statusWord: word,
    progress: progressOf(record.progress ?? record.percent, state),
    resultUrls: state === 'failed' ? [] : resultsIn(inner, state),
    errorMessage: isTaskOver(state) && state !== 'succeeded' ? errorIn([...inner, ...layers]) : null,
    expiresAt: timeOf(record.expires_at),
    model: asText(record.model) ?? asText(asObject(record.properties)?.origin_model_name),
    raw: shallowRecord(record),
  };
}

const isFound = <Value>(value: Value | null): value is Value => value !== null;

/**
 * Returns the envelopes and the record inside them, outermost first. A record may contain the raw one of its service.
 */
function unwrap(value: unknown): JsonObject[] {
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
const idOf = (layer: JsonObject): string | null => {
  const text = idFields.map((name) => asText(layer[name])).find(isFound);
  if (text !== undefined) return text;
  const number = ownIdFields.map((name) => layer[name]).find((id) => Number.isSafeInteger(id));
  return number === undefined ? null : String(number);
};

const statusOf = (layer: JsonObject): string | null => {
  const word = statusFields.map((name) => layer[name]).find((status) => typeof status === 'string');
  return typeof word === 'string' ? word : null;
};

/**
 * Reads a number up to 100, a fraction, or text with or without `%`. A whole 1 is 1%: fractions reach 1 only at the
 * end.
 */
function progressOf(value: unknown, state: TaskState): number | null {
  if (state === 'succeeded') return 1;
  const text = typeof value === 'string' ? value.trim() : null;
  const number =
    text === null ? asNumber(value) : /^\d{1,6}(\.\d{1,9})?\s*%?$/.test(text) ? Number.parseFloat(text) : null;
  if (number === null || number < 0) return null;
  const isFraction = number < 1 && !text?.endsWith('%');
  return Math.min(1, isFraction ? number : number / 100);
}

function at(layer: JsonObject, place: string): unknown {
  let value: unknown = layer;
  for (const name of place.split('.')) {
    value = Array.isArray(value) ? value[Number(name)] : asObject(value)?.[name];
  }
  return value;
}

/** Returns URLs only: new-api puts sentences into `result_url`, and its oldest rows store the URL in `fail_reason`. */
function resultsIn(layers: readonly JsonObject[], state: TaskState): string[] {
  const places = state === 'succeeded' ? [...resultPlaces, 'fail_reason'] : resultPlaces;
  const found = layers.flatMap((layer) => places.map((place) => asText(at(layer, place))));
  return [...new Set(found.filter((text) => text !== null && /^(https?:\/\/|data:video\/)/i.test(text)))] as string[];
}

function errorIn(layers: readonly JsonObject[]): string | null {
  const found = layers.flatMap((layer) => errorPlaces.map((place) => asText(at(layer, place))));
  // Envelopes report that reading the task succeeded, whatever became of it.
  return found.find((text) => text !== null && !/^(?:success|ok|succeeded)$/i.test(text.trim())) ?? null;
}

/** Reads seconds or milliseconds since 1970, or a date string. */
function timeOf(value: unknown): number | null {
  const number = asNumber(value);
  if (number !== null) return number <= 0 ? null : number < 1e11 ? number * 1000 : number;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}
