import type { TaskDetail, TaskMark, TaskSummary } from '#shared/contract/tasks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { isUnfinished } from '#shared/protocol/task-words.ts';

/** What a list shows of a task, and what the monitor needs to go on with it after a start. */
export interface TaskFacts extends TaskSummary {
  /** Which of the ways to ask for it is used; see `waysOf`. */
  way: number;
  /** The gateway has given its record at least once: a 404 is no longer a question of the right way. */
  isKnown: boolean;
  /** Time for which it was watched, in milliseconds; only while Patchbay ran and the computer was awake. */
  watchedMs: number;
  /** What has to change before a rest ends: see `stampOf`. `null` when nothing rests. */
  restStamp: string | null;
}

/** What only the page of one task shows. */
export type TaskDepth = Pick<
  TaskDetail,
  'request' | 'submitExchangeId' | 'lastPollExchangeId' | 'candidateIds' | 'resultUrls' | 'record' | 'marks' | 'rule'
>;

export interface StoredTask {
  facts: TaskFacts;
  depth: TaskDepth;
}

export const emptyResult: TaskSummary['result'] = {
  state: 'none',
  file: null,
  receivedBytes: 0,
  totalBytes: null,
  expiresAt: null,
  failure: null,
};

type Given = Pick<TaskFacts, 'id' | 'connectionId' | 'connectionName' | 'keyId' | 'keyAlias' | 'family'> &
  Partial<TaskFacts>;

/** A task that was not asked for yet. */
export function newTask(given: Given, depth: Partial<TaskDepth> = {}): StoredTask {
  return {
    facts: {
      taskId: null,
      model: null,
      prompt: '',
      parentId: null,
      groupId: null,
      adopted: false,
      state: 'submitting',
      statusWord: null,
      progress: null,
      submittedAt: Date.now(),
      endedAt: null,
      watching: true,
      polls: 0,
      missedPolls: 0,
      nextPollAt: null,
      pollFailure: null,
      paused: null,
      spans: [],
      failure: null,
      result: emptyResult,
      way: 0,
      isKnown: false,
      watchedMs: 0,
      restStamp: null,
      ...given,
    },
    depth: {
      request: null,
      submitExchangeId: null,
      lastPollExchangeId: null,
      candidateIds: [],
      resultUrls: [],
      record: null,
      marks: [],
      rule: null,
      ...depth,
    },
  };
}

/** The gateway may have news of it. */
export const isPolled = ({ watching, taskId, state }: TaskFacts): boolean =>
  watching && taskId !== null && isUnfinished(state);

/** Its result is still to be had. */
export const isFetched = ({ result }: TaskFacts): boolean =>
  result.state === 'waiting' || result.state === 'downloading' || result.state === 'paused';

/** Somebody has to work on it. */
export const isOpen = (facts: TaskFacts): boolean =>
  facts.state === 'submitting' || isPolled(facts) || isFetched(facts);

/** Nothing more will be heard of it by asking. */
export const isEnded = ({ state }: Pick<TaskFacts, 'state'>): boolean => state !== 'submitting' && !isUnfinished(state);

/** Ends a task of which asking tells nothing more, for a reason that stays with it. */
export function giveUp(
  { facts }: StoredTask,
  state: Extract<TaskFacts['state'], 'refused' | 'unknown-outcome' | 'lost'>,
  reason: Failure,
): void {
  facts.state = state;
  facts.watching = false;
  facts.nextPollAt = null;
  facts.endedAt = Date.now();
  facts.failure = reason;
}

/** So many lines of a task's history are kept: its beginning and its newest. */
const mostMarks = { first: 40, last: 160 };

type NewMark = Pick<TaskMark, 'kind'> & Partial<Pick<TaskMark, 'note' | 'exchangeId'>>;

/** Adds a line to the history of a task. */
export function mark({ facts, depth }: StoredTask, { kind, note = null, exchangeId = null }: NewMark): void {
  const { state, statusWord, progress } = facts;
  const marks = [...depth.marks, { at: Date.now(), kind, state, statusWord, progress, note, exchangeId }];
  depth.marks =
    marks.length > mostMarks.first + mostMarks.last
      ? [...marks.slice(0, mostMarks.first), ...marks.slice(-mostMarks.last)]
      : marks;
}
