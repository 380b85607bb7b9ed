import type { TaskPause } from '#shared/contract/tasks.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { isTaskOver } from '#shared/protocol/task-words.ts';
import { failureFromBody } from '../../readers/classify.ts';
import { withoutStandIns } from '../../readers/intake/body-place.ts';
import { asObject, jsonText } from '../../readers/intake/json-value.ts';
import { emptyResult, giveUp, mark, type StoredTask } from '../stored-task.ts';
import type { Asked } from './ask-task.ts';
import type { Told } from './read-by-rule.ts';

/** Characters of a state that are kept. */
const longestWord = 200;
/** Longer records are cut: the exchange has all of it. */
const longestRecord = 200_000;
/** A film inside a record is not kept twice: it is asked for again when it is to be stored. */
const inlineMedia = /"data:[^"]{256,}"/g;

/** The record of a task as text. */
export const recordText = (raw: Record<string, unknown>): string =>
  withoutStandIns(jsonText(raw) ?? '')
    .replace(inlineMedia, '"data:(left out)"')
    .slice(0, longestRecord);

const mostAddresses = 8;
export const inlineAddress = 'data:';

/**
 * Takes over what the gateway told of a task.
 *
 * @returns true when something other than the progress changed.
 */
export function takeTold(task: StoredTask, told: Told, exchangeId: string): boolean {
  const { facts, depth } = task;
  const word = told.statusWord?.slice(0, longestWord) ?? null;
  const hasChanged = facts.state !== told.state || facts.statusWord !== word || !facts.isKnown;
  const wasMissed = facts.missedPolls > 0 || facts.paused !== null;
  facts.isKnown = true;
  facts.state = told.state;
  facts.statusWord = word;
  // A look that tells no progress does not take back what was told before.
  facts.progress = told.progress ?? (told.state === 'queued' ? null : facts.progress);
  facts.model ??= told.model;
  facts.polls += 1;
  facts.missedPolls = 0;
  facts.pollFailure = null;
  facts.paused = null;
  facts.restStamp = null;
  depth.lastPollExchangeId = exchangeId;
  depth.record = recordText(told.raw);
  if (told.resultUrls.length > 0) depth.resultUrls = keptAddresses(told.resultUrls);
  if (told.expiresAt !== null) facts.result = { ...facts.result, expiresAt: told.expiresAt };
  if (isTaskOver(told.state)) end(task, told, exchangeId);
  if (hasChanged || wasMissed) mark(task, { kind: 'state', exchangeId, note: hasChanged ? null : 'asked again' });
  return hasChanged;
}

const keptAddresses = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.slice(0, mostAddresses).map((address) => (/^data:/i.test(address) ? inlineAddress : address))),
];

function end({ facts }: StoredTask, told: Told, exchangeId: string): void {
  facts.endedAt = Date.now();
  facts.watching = false;
  facts.nextPollAt = null;
  if (told.state === 'succeeded')
    facts.result = { ...emptyResult, expiresAt: facts.result.expiresAt, state: 'waiting' };
  else facts.failure = endFailure(told, exchangeId);
}

const endSentences = {
  failed: 'The task failed',
  cancelled: 'The task was cancelled at the gateway',
  expired: 'The task has expired at the gateway',
} as const;

function endFailure({ state, errorMessage, statusWord, raw }: Told, exchangeId: string): Failure {
  const sentence = endSentences[state as keyof typeof endSentences];
  const { code: said } = asObject(raw.error) ?? {};
  const gatewayCode = typeof said === 'string' || typeof said === 'number' ? String(said) : null;
  const error = { message: errorMessage, ...(gatewayCode !== null && { code: gatewayCode }) };
  const named = errorMessage === null ? null : failureFromBody({ error }, { status: 200 });
  const isModerated = named?.code === 'moderated' || /moderat|content_(?:filter|policy)/i.test(statusWord ?? '');
  const code = isModerated ? 'moderated' : named?.code === 'quota' ? 'quota' : 'upstream';
  return failure(code, errorMessage === null ? `${sentence}, without a reason.` : `${sentence}: ${errorMessage}`, {
    hint: isModerated
      ? 'Change the prompt or the picture and submit a new task.'
      : 'Look at its record, then submit a new task if it is worth it.',
    gatewayMessage: errorMessage,
    gatewayCode,
    exchangeId,
  });
}

/** Takes note of a look that failed. */
export function takeMiss(
  task: StoredTask,
  { failure: found, exchangeId, wasSent }: Extract<Asked, { kind: 'failed' }>,
): void {
  const { facts, depth } = task;
  if (wasSent) facts.polls += 1;
  facts.missedPolls += 1;
  const isNew = facts.pollFailure?.code !== found.code;
  facts.pollFailure = found;
  depth.lastPollExchangeId = exchangeId;
  if (isNew) mark(task, { kind: 'poll-failed', note: found.message, exchangeId });
}

/** Asking rests until `stamp` would be another one. */
export function takePause(task: StoredTask, why: TaskPause['why'], found: Failure, stamp: string): void {
  const { facts } = task;
  facts.paused = { why, failure: found };
  facts.restStamp = stamp;
  facts.nextPollAt = null;
  mark(task, { kind: 'paused', note: found.message, exchangeId: found.exchangeId });
}

/** The gateway does not know the task. What was known of it stays. */
export function takeLoss(task: StoredTask, found: Failure): void {
  const message = task.facts.isKnown
    ? 'The gateway said three times in a row that it no longer knows this task.'
    : 'The gateway said three times in a row that it does not know this task.';
  const hint = 'Check its id, its key and its connection, then ask again. Its record here is kept.';
  giveUp(task, 'lost', { ...found, message, hint });
  mark(task, { kind: 'state', note: message, exchangeId: found.exchangeId });
}
