import type { TaskPause } from '#shared/contract/tasks.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { isTaskOver } from '#shared/protocol/task-words.ts';
import { failureFromBody } from '../../readers/classify.ts';
import { asObject, jsonText } from '../../readers/intake/json-value.ts';
import { withoutPlaceholders } from '../../readers/intake/payload-cutter.ts';
import { filterReasonWithin } from '../../readers/parts/entry-failure.ts';
import { emptyResult, giveUp, mark, type StoredTask } from '../stored-task.ts';
import type { TaskReport } from './read-by-rule.ts';
import type { PollResult } from './request-task-state.ts';

/** Characters of a state that are stored. */
const maxStateLength = 200;
/** Longer records are truncated: the exchange contains all of it. */
const maxRecordLength = 200_000;
/** Video data in a record is not stored twice: it is requested again when the result is saved. */
const inlineMedia = /"data:[^"]{256,}"/g;

/** Returns the record of a task as text. */
export const recordText = (raw: Record<string, unknown>): string =>
  withoutPlaceholders(jsonText(raw) ?? '')
    .replace(inlineMedia, '"data:(left out)"')
    .slice(0, maxRecordLength);

const maxAddresses = 32;
export const inlineAddress = 'data:';

/**
 * Applies a report of the gateway to a task.
 *
 * @returns true when something other than the progress changed.
 */
export function applyReport(task: StoredTask, report: TaskReport, exchangeId: string): boolean {
  const { facts, depth } = task;
  const word = report.statusWord?.slice(0, maxStateLength) ?? null;
  const hasChanged = facts.state !== report.state || facts.statusWord !== word || !facts.isKnown;
  const wasMissed = facts.missedPolls > 0 || facts.paused !== null;
  facts.isKnown = true;
  facts.state = report.state;
  facts.statusWord = word;
  // A poll without progress does not reset the known progress.
  facts.progress = report.progress ?? (report.state === 'queued' ? null : facts.progress);
  facts.model ??= report.model;
  facts.polls += 1;
  facts.missedPolls = 0;
  facts.pollFailure = null;
  facts.paused = null;
  facts.restStamp = null;
  depth.lastPollExchangeId = exchangeId;
  depth.record = recordText(report.raw);
  if (report.resultUrls.length > 0) depth.resultUrls = keptAddresses(report.resultUrls);
  if (report.expiresAt !== null) facts.result = { ...facts.result, expiresAt: report.expiresAt };
  if (isTaskOver(report.state)) end(task, report, exchangeId);
  if (hasChanged || wasMissed) mark(task, { kind: 'state', exchangeId, note: hasChanged ? null : 'refreshed' });
  return hasChanged;
}

export const keptAddresses = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.slice(0, maxAddresses).map((address) => (/^data:/i.test(address) ? inlineAddress : address))),
];

/** Ends a task as its gateway reported it. */
export function end({ facts }: StoredTask, report: TaskReport, exchangeId: string): void {
  facts.endedAt = Date.now();
  facts.watching = false;
  facts.nextPollAt = null;
  if (report.state === 'succeeded')
    facts.result = { ...emptyResult, expiresAt: facts.result.expiresAt, state: 'waiting' };
  else facts.failure = endFailure(report, exchangeId);
}

const endSentences = {
  failed: 'The task failed',
  cancelled: 'The task was canceled at the gateway',
  expired: 'The task expired at the gateway',
} as const;

function endFailure({ state, errorMessage, statusWord, raw }: TaskReport, exchangeId: string): Failure {
  const sentence = endSentences[state as keyof typeof endSentences];
  const { code: errorCode } = asObject(raw.error) ?? {};
  const gatewayCode = typeof errorCode === 'string' || typeof errorCode === 'number' ? String(errorCode) : null;
  const error = { message: errorMessage, ...(gatewayCode !== null && { code: gatewayCode }) };
  const named = errorMessage === null ? null : failureFromBody({ error }, { status: 200 });
  const isModerated =
    named?.code === 'moderated' ||
    filterReasonWithin(raw) !== null ||
    /moderat|content_(?:filter|policy)/i.test(statusWord ?? '');
  const code = isModerated ? 'moderated' : named?.code === 'quota' ? 'quota' : 'upstream';
  return failure(code, errorMessage === null ? `${sentence}, without a reason.` : `${sentence}: ${errorMessage}`, {
    hint: isModerated
      ? 'Change the prompt or the image and create a new task.'
      : 'See the recorded response, then create a new task if needed.',
    gatewayMessage: errorMessage,
    gatewayCode,
    exchangeId,
  });
}

/** Records a failed poll. */
export function recordFailedPoll(
  task: StoredTask,
  { failure: found, exchangeId, wasSent }: Extract<PollResult, { kind: 'failed' }>,
): void {
  const { facts, depth } = task;
  if (wasSent) facts.polls += 1;
  facts.missedPolls += 1;
  const isNew = facts.pollFailure?.code !== found.code;
  facts.pollFailure = found;
  depth.lastPollExchangeId = exchangeId;
  if (isNew) mark(task, { kind: 'poll-failed', note: found.message, exchangeId });
}

/** Pauses polling until the stamp changes. */
export function pausePolling(task: StoredTask, why: TaskPause['why'], found: Failure, stamp: string): void {
  const { facts } = task;
  facts.paused = { why, failure: found };
  facts.restStamp = stamp;
  facts.nextPollAt = null;
  mark(task, { kind: 'paused', note: found.message, exchangeId: found.exchangeId });
}

/** Marks a task that the gateway does not know. What was known about it is kept. */
export function markLost(task: StoredTask, found: Failure): void {
  const message = task.facts.isKnown
    ? 'The gateway reported three times in a row that this task no longer exists.'
    : 'The gateway reported three times in a row that this task does not exist.';
  const hint = 'The task is kept here. Check its ID, key and connection, then refresh.';
  giveUp(task, 'lost', { ...found, message, hint });
  mark(task, { kind: 'state', note: message, exchangeId: found.exchangeId });
}
