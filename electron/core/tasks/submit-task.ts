import type { Draft } from '#shared/contract/exchanges.ts';
import type { TaskFamily, TaskRule } from '#shared/contract/tasks.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { parseJson } from '#shared/protocol/json.ts';
import type { FileRef, Part, RunEnd, TaskPart } from '#shared/protocol/part.ts';
import { isTaskOver } from '#shared/protocol/task-words.ts';
import { orNull } from '../or-null.ts';
import { headerOf } from '../readers/failures/headers.ts';
import { taskPart } from '../readers/task.ts';
import { type TaskReport, textAt } from './polling/read-by-rule.ts';
import { end as endTask, keptAddresses, recordText } from './polling/take-response.ts';
import type { TaskExchanges } from './ports.ts';
import { giveUp, isEnded, mark, type StoredTask } from './stored-task.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskRows } from './task-rows.ts';

/** Result of a submission, according to its parts. */
interface Submitted {
  /** Ids of the task, best first; empty when none was found. */
  ids: string[];
  task: TaskReport | null;
  /** The response was the result itself. */
  file: FileRef | null;
  end: RunEnd;
}

/** The routes that create a task, and the family that polls it. */
export const submitFamilies: Partial<Record<Draft['routeId'], TaskFamily>> = {
  videos: 'videos',
  'videos.remix': 'videos',
  'video.generations': 'video.generations',
  custom: 'custom',
};

/** Reads the parts of a submission, live or from the record. Returns `null` when they stop without an end. */
export async function readSubmission(
  parts: AsyncIterable<Part>,
  rule: TaskRule | null,
  submittedAt: (exchangeId: string) => { id: string | null },
  onStart: (exchangeId: string) => void = () => {},
): Promise<Submitted | null> {
  let task: TaskPart | null = null;
  let response: string | null = null;
  let file: FileRef | null = null;
  for await (const part of parts) {
    if (part.type === 'run-start') onStart(part.exchangeId);
    if (part.type === 'task-state') task = part;
    if (part.type === 'raw-event') response ??= part.data;
    if (part.type === 'file' && !part.partial) file = part.ref;
    if (part.type === 'run-end') {
      const found = rule ? taskOfRule(response ?? '', rule) : { ids: idsOf(task), task };
      const { id } = submittedAt(part.exchangeId);
      return { ...found, ids: found.ids.length === 0 && id !== null ? [id] : found.ids, file, end: part };
    }
  }
  return null;
}

/** Reads a response by its rule; an id that the rule does not place is found by its name. */
function taskOfRule(response: string, rule: TaskRule): Pick<Submitted, 'ids' | 'task'> {
  const document = parseJson(response);
  const named = document === undefined ? null : taskPart(document, { isOfTaskRoute: true, kind: 'any' });
  const own = textAt(document, rule.idAt);
  if (rule.idAt.trim() !== '') return { ids: own === null ? [] : [own], task: null };
  return { ids: idsOf(named), task: named };
}

/**
 * Returns where the response to a submission says that its task is, in the header of a 202: the last segment of its
 * `Location` is the id.
 */
export function createLocationReader({ detail }: Pick<TaskExchanges, 'detail'>) {
  return (exchangeId: string): { id: string | null } => {
    const response = exchangeId === '' ? null : orNull(() => detail(exchangeId).response);
    if (!response || response.status >= 300) return { id: null };
    const { headers } = response;
    const location = headerOf(headers, 'operation-location') ?? headerOf(headers, 'location');
    const last = location?.split(/[?#]/, 1)[0]?.split('/').filter(Boolean).at(-1);
    return { id: last ? (orNull(() => decodeURIComponent(last)) ?? last) : null };
  };
}

const idNames = ['task_id', 'taskId', 'id', 'video_id', 'generation_id', 'job_id', 'request_id', 'uuid'];

/** Returns every id in the response: the gateway does not always look tasks up by the best-known one. */
function idsOf(task: TaskPart | null): string[] {
  if (!task) return [];
  const others = idNames.map((name) => task.raw[name]).filter((id) => typeof id === 'string' && id !== '');
  return [...new Set([task.taskId, ...(others as string[])])].filter((id) => id !== '');
}

/** Failures that say nothing about what the gateway did: its response could not be read to the end. */
const unreadable = new Set<Failure['code']>([
  'truncated',
  'bad-json',
  'not-json',
  'wrong-type',
  'empty',
  'encoding',
  'too-large',
  'protocol',
  'no-terminal',
  'idle-timeout',
  'stalled',
  'total-timeout',
  'reset',
  'app-ended',
  'connection-lost',
]);

/** A proxy timed out, or the gateway did not say what it had done. */
const isVague = (status: number | null) =>
  status === 408 || status === 502 || status === 504 || (status !== null && status >= 520 && status <= 524);

/** Returns true when a task may exist although no id of it is known. */
function mayExist({ end }: Pick<Submitted, 'end'>): boolean {
  if (end.sent === 'not-sent') return false;
  if (end.sent === 'maybe-processed' || end.error === null) return true;
  const { status, code, gatewayCode, gatewayMessage } = end.error;
  if (isVague(status)) return true;
  const isWord = gatewayCode !== null || gatewayMessage !== null;
  return (status === null || status < 400) && unreadable.has(code) && !(code === 'wrong-type' && isWord);
}

/** Returns the state that the response to a submission reports. An end only counts once the task itself was polled. */
const stateOf = (task: TaskReport | null): 'checking' | 'queued' | 'running' =>
  task?.statusWord != null && (task.state === 'queued' || task.state === 'running') ? task.state : 'checking';

/** Applies the result of a submission to its task. */
export function applySubmission(task: StoredTask, submitted: Submitted): void {
  const { facts, depth } = task;
  const { ids, end } = submitted;
  depth.submitExchangeId = end.exchangeId || depth.submitExchangeId;
  const [taskId] = ids;
  if (submitted.file) {
    takeFile(task, submitted.file, taskId ?? null, end.exchangeId);
    return;
  }
  const { task: report } = submitted;
  // A result at once is a result, with an id or without: a task that is polled for it may not exist. Without an id
  // nothing can be polled, so every end counts.
  const hasResult = report?.state === 'succeeded' && report.resultUrls.length > 0;
  if (report && (hasResult || (taskId === undefined && isTaskOver(report.state)))) {
    const { state, statusWord, progress } = report;
    Object.assign(facts, { taskId: taskId ?? null, state, statusWord, progress });
    facts.model ??= report.model;
    depth.candidateIds = ids;
    depth.resultUrls = keptAddresses(report.resultUrls);
    depth.record = recordText(report.raw);
    endTask(task, report, end.exchangeId);
    mark(task, { kind: 'submitted', exchangeId: end.exchangeId });
    return;
  }
  if (taskId !== undefined) {
    facts.taskId = taskId;
    facts.state = stateOf(submitted.task);
    facts.statusWord = submitted.task?.statusWord ?? null;
    facts.model ??= submitted.task?.model ?? null;
    depth.candidateIds = ids;
    if (submitted.task) depth.record = recordText(submitted.task.raw);
    mark(task, { kind: 'submitted', exchangeId: end.exchangeId });
    return;
  }
  const isUnknown = mayExist(submitted);
  const reason = isUnknown ? unknownOutcome(end) : (end.error ?? notMade);
  giveUp(task, isUnknown ? 'unknown-outcome' : 'refused', reason);
  mark(task, { kind: 'state', note: reason.message, exchangeId: end.exchangeId });
}

/** The response was the finished file. */
function takeFile(task: StoredTask, file: FileRef, taskId: string | null, exchangeId: string): void {
  const { facts } = task;
  const whole = { receivedBytes: file.sizeBytes, totalBytes: file.sizeBytes };
  Object.assign(facts, { taskId, state: 'succeeded', progress: 1, endedAt: Date.now(), watching: false });
  facts.nextPollAt = null;
  facts.result = { state: 'saved', file, ...whole, expiresAt: null, failure: null };
  mark(task, { kind: 'saved', exchangeId });
}

function unknownOutcome({ error, exchangeId }: RunEnd): Failure {
  const why = error ? ` ${error.message}` : ' The response contains no task ID.';
  return {
    ...(error ?? failure('wrong-type', '')),
    message: `The request was sent, but no task ID arrived. A task may have been created and billed.${why}`,
    hint: "It is not sent again automatically. Look for the task in the gateway's console, and track it by its ID.",
    retryable: false,
    exchangeId,
  };
}

const notMade = failure('wrong-type', 'No task was created.', { hint: 'See the request.' });

/**
 * Recovers submissions whose process ended midway: the record of the exchange shows how far they got. They are never
 * sent again. Other tasks are left unchanged.
 */
export async function recoverSubmissions(
  id: string,
  rows: TaskRows,
  journal: TaskJournal,
  exchanges: Pick<TaskExchanges, 'replay' | 'detail'>,
): Promise<void> {
  const task = rows.find(id);
  if (task?.facts.state !== 'submitting') return;
  const { submitExchangeId, rule } = task.depth;
  const submitted = submitExchangeId === null ? null : await recorded(exchanges, submitExchangeId, rule);
  const after = rows.change(id, (now) => {
    if (now.facts.state !== 'submitting') return;
    if (submitted && submitted !== 'absent') {
      applySubmission(now, submitted);
      return;
    }
    // What was not recorded was not sent, because the record is written first. Without its id there is no way to know.
    const wasSent = submitted === null;
    const reason = wasSent ? perhapsSent : notSent;
    giveUp(now, wasSent ? 'unknown-outcome' : 'refused', reason);
    mark(now, { kind: 'state', note: reason.message });
  });
  if (after) journal.note(after, isEnded(after.facts));
}

async function recorded(
  exchanges: Pick<TaskExchanges, 'replay' | 'detail'>,
  exchangeId: string,
  rule: Parameters<typeof readSubmission>[1],
) {
  try {
    return await readSubmission(exchanges.replay(exchangeId), rule, createLocationReader(exchanges));
  } catch (thrown) {
    return AppError.from(thrown).code === 'not-found-here' ? ('absent' as const) : null;
  }
}

const notSent = failure('app-ended', 'Patchbay quit before the request was sent, so no task was created.', {
  hint: 'Send it again.',
  retryable: true,
});
const perhapsSent = failure('app-ended', 'Patchbay quit during the request. A task may have been created and billed.', {
  hint: "It is not sent again automatically. Look for the task in the gateway's console, and track it by its ID.",
});
