import type { TaskDetail, TaskMark, TaskSummary } from '#shared/contract/tasks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { isUnfinished } from '#shared/protocol/task-words.ts';

/** What a list shows of a task, and what the monitor needs to continue with it after a start. */
export interface TaskFacts extends TaskSummary {
  /** Index of the way used to poll it; see `waysOf`. */
  way: number;
  /** The gateway has returned its record at least once: a 404 no longer means that the way is wrong. */
  isKnown: boolean;
  /** Time for which it was watched, in milliseconds; only while Patchbay ran and the computer was awake. */
  watchedMs: number;
  /** What has to change before a pause ends: see `stampOf`. `null` when nothing is paused. */
  restStamp: string | null;
}

/** What only the detail view of a task shows. */
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

/** Returns a task that was not polled yet. */
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

/** Returns true when polling may bring news. */
export const isPolled = ({ watching, taskId, state }: TaskFacts): boolean =>
  watching && taskId !== null && isUnfinished(state);

/** Returns true when its result is still to be downloaded. */
export const isFetched = ({ result }: TaskFacts): boolean =>
  result.state === 'waiting' || result.state === 'downloading' || result.state === 'paused';

/** Returns true when there is work to do for it. */
export const isOpen = (facts: TaskFacts): boolean =>
  facts.state === 'submitting' || isPolled(facts) || isFetched(facts);

/** Returns true when polling will bring no more news. */
export const isEnded = ({ state }: Pick<TaskFacts, 'state'>): boolean => state !== 'submitting' && !isUnfinished(state);

/** Ends a task that polling can no longer help, for a reason that is stored with it. */
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

/** Maximum number of history entries kept: the first and the newest. */
const markLimits = { first: 40, last: 160 };

type NewMark = Pick<TaskMark, 'kind'> & Partial<Pick<TaskMark, 'note' | 'exchangeId'>>;

/** Adds an entry to the history of a task. */
export function mark({ facts, depth }: StoredTask, { kind, note = null, exchangeId = null }: NewMark): void {
  const { state, statusWord, progress } = facts;
  const marks = [...depth.marks, { at: Date.now(), kind, state, statusWord, progress, note, exchangeId }];
  depth.marks =
    marks.length > markLimits.first + markLimits.last
      ? [...marks.slice(0, markLimits.first), ...marks.slice(-markLimits.last)]
      : marks;
}

/**
 * Returns whether all results of a task are saved and not only the best. Several images are several results, unless its
 * rule says otherwise; the videos of a record are often one video in several forms.
 */
export const savesAll = ({ depth: { rule } }: Pick<StoredTask, 'depth'>, first: Pick<FileRef, 'type'>): boolean =>
  rule !== null && (rule.allResults ?? first.type.startsWith('image/'));
