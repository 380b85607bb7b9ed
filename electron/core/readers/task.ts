import type { Failure } from '#shared/protocol/failure.ts';
import type { Part, TaskPart } from '#shared/protocol/part.ts';
import { isTaskOver, isTaskWord, type TaskState, taskStateOf } from '#shared/protocol/task-words.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import { asNumber, asObject, asText, type JsonObject, shallowRecord } from './intake/json-value.ts';
import { unexpectedShape } from './parts/compose.ts';
import {
  acceptedId,
  errorIn,
  hasOwnId,
  holdsFailure,
  idOf,
  isFlaggedDone,
  isFound,
  refusalIn,
  statusOf,
  unwrap,
  weakIdOf,
} from './task-record.ts';
import { type ResultKind, resultsIn } from './task-results.ts';

/**
 * Reads responses of the video task routes. A failed task is a successful response about a failed task: the error in
 * its record belongs to the task. A success without a record (`data: null`, as new-api writes for some tasks) is empty.
 */
export function openTask(facts: ResponseFacts): Dialect {
  let holds = false;
  let isBare = false;
  let refused: Failure | null = null;

  function whole(value: unknown): Part[] | null {
    const task = taskPart(value, { isOfTaskRoute: true });
    const document = asObject(value);
    if (task === null) {
      const refusal = refusalIn(value);
      if (refusal) refused = failureFromBody({ error: refusal }, facts);
      isBare = document !== null && 'data' in document && document.data === null;
      return isBare || refused ? [] : null;
    }
    holds = true;
    const { statusWord } = task;
    const isOdd = statusWord !== null && !isTaskWord(statusWord) && !isTaskOver(task.state);
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
    failure: () => refused,
    ownsError: (document) => (taskPart(document)?.statusWord ?? null) !== null,
    end: () => ({ ended: holds || isBare || refused !== null, holds }),
  };
}

/** Fields of responses of other routes. */
const foreign = ['choices', 'candidates', 'models', 'embedding', 'embeddings'];

interface TaskRoute {
  /**
   * The response is of a route that answers with tasks alone: any id makes it a task, and so does a state or a result
   * without one.
   */
  isOfTaskRoute?: boolean;
  /** What its results are. Default: videos on a route of tasks, else anything. */
  kind?: ResultKind;
}

/**
 * Reads a task record in any of its shapes: the video object of the compatible surface, the rows of new-api and those
 * of the services behind it, bare or in up to three envelopes. `null` when it contains no task. `taskId` is empty where
 * the record names none.
 */
export function taskPart(
  value: unknown,
  { isOfTaskRoute = false, kind = isOfTaskRoute ? 'video' : 'any' }: TaskRoute = {},
): TaskPart | null {
  const layers = unwrap(value);
  const record = layers.at(-1);
  if (record === undefined || (isOfTaskRoute && foreign.some((name) => layers[0]?.[name] !== undefined))) return null;
  const word =
    statusOf(record) ??
    layers
      .filter((layer) => idOf(layer) !== null)
      .map(statusOf)
      .find(isFound) ??
    null;
  const inner = [record, asObject(record.data), asObject(asObject(record.data)?.data)].filter(isFound);
  const isDone = layers.map(isFlaggedDone).find(isFound) ?? null;
  const found = foundIn(layers, inner, kind);
  // Many responses have an `id`: alone it does not make a task.
  const isTask =
    word !== null || isDone !== null || layers.some((layer) => layer.object === 'video' || hasOwnId(layer));
  // An envelope may carry the id while the record inside it does not.
  const inside = [...layers].reverse();
  const isRefused = refusalIn(value) !== null;
  // The id of a refused request is not that of a task.
  const weakId = (isTask || isOfTaskRoute) && !isRefused ? inside.map(weakIdOf).find(isFound) : undefined;
  const ownId = inside.map(idOf).find(isFound) ?? inside.map(acceptedId).find(isFound);
  const taskId = ownId ?? weakId ?? '';
  if (!isOfTaskRoute && ((!isTask && layers.every((layer) => acceptedId(layer) === null)) || taskId === ''))
    return null;
  if (taskId === '' && word === null && isDone === null && found.length === 0) return null;
  if (taskId === '' && found.length === 0 && isRefused) return null;
  const state = stateOf(word, isDone, found.length > 0, [...inner, ...layers]);
  return {
    type: 'task-state',
    taskId,
    state,
    statusWord: word ?? (isDone === null ? null : isDone ? 'done' : 'running'),
    progress: progressIn(record, state),
    resultUrls: state === 'failed' ? [] : found,
    errorMessage: isTaskOver(state) && state !== 'succeeded' ? errorIn([...inner, ...layers]) : null,
    expiresAt: timeOf(record.expires_at),
    model: asText(record.model) ?? asText(asObject(record.properties)?.origin_model_name),
    raw: shallowRecord(record),
  };
}

/**
 * Returns the state. Numbers mean something else with every service, so one only counts with what the record shows
 * beside it: a result, or an error. A record without any word is read the same way.
 */
function stateOf(
  word: string | null,
  isDone: boolean | null,
  hasResult: boolean,
  layers: readonly JsonObject[],
): TaskState {
  const isNumber = word !== null && /^-?\d+$/.test(word);
  if (word !== null && !isNumber) return taskStateOf(word);
  if (isDone === false) return 'running';
  if (holdsFailure(layers)) return 'failed';
  if (isDone === true || hasResult) return 'succeeded';
  // No service counts down: a state below 0 with a reason is a failure.
  if (isNumber && Number(word) < 0 && errorIn(layers) !== null) return 'failed';
  return isNumber ? 'running' : 'queued';
}

/** Returns addresses of results; new-api's oldest rows store the URL in `fail_reason`. */
function foundIn(layers: readonly JsonObject[], inner: readonly JsonObject[], kind: ResultKind): string[] {
  const [record] = inner;
  const rest = layers.filter((layer) => layer !== record);
  const old = inner.flatMap((layer) => asText(layer.fail_reason) ?? []).filter((text) => /^https?:\/\//i.test(text));
  const all = [...inner, ...rest.reverse()].flatMap((layer) => resultsIn(layer, kind));
  return [...new Set([...all, ...old])];
}

const progressFields = ['progress', 'percent', 'percentage', 'progress_percent', 'progressPercent', 'completion'];

function progressIn(record: JsonObject, state: TaskState): number | null {
  if (state === 'succeeded') return 1;
  const value = progressFields.map((name) => record[name]).find((found) => found !== undefined && found !== null);
  return readProgress(value);
}

/**
 * Reads a progress from 0 to 1: a number up to 100, a fraction, text with or without `%`, `3/12`, or a record with one
 * of them. A whole 1 is 1%: fractions reach 1 only at the end. `null` for everything else.
 */
export function readProgress(value: unknown): number | null {
  const record = asObject(value);
  if (record) return readProgress(progressFields.map((name) => record[name]).find((found) => found !== undefined));
  const text = typeof value === 'string' ? value.trim() : null;
  const [, step, steps] = /^\D{0,20}(\d{1,6})\s*(?:\/|of)\s*(\d{1,6})\b/.exec(text ?? '') ?? [];
  if (step !== undefined && Number(steps) > 0) return Math.min(1, Number(step) / Number(steps));
  const isNumeric = /^\d{1,6}(\.\d{1,9})?\s*(?:%|percent)?$/i.test(text ?? '');
  const number = text === null ? asNumber(value) : isNumeric ? Number.parseFloat(text) : null;
  if (number === null || number < 0) return null;
  const isFraction = number < 1 && !/%|percent/i.test(text ?? '');
  return Math.min(1, isFraction ? number : number / 100);
}

/** Reads seconds or milliseconds since 1970, or a date string. */
function timeOf(value: unknown): number | null {
  const number = asNumber(value);
  if (number !== null) return number <= 0 ? null : number < 1e11 ? number * 1000 : number;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}
