import * as z from 'zod/mini';
import type { Failure } from '../protocol/failure.ts';
import type { FileRef } from '../protocol/part.ts';
import type { RouteId } from '../protocol/route.ts';
import type { TaskState } from '../protocol/task-words.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';
import { customKeyStyles, draft } from './exchanges.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const words = z.array(text(80)).check(z.maxLength(60));

/**
 * Which pair of routes a task is polled with. On most gateways, an id made by either POST can be read by either GET.
 */
export const taskFamilies = ['videos', 'video.generations', 'custom'] as const;
export type TaskFamily = (typeof taskFamilies)[number];

/**
 * How a task of an asynchronous route that Patchbay does not know is polled. JSON paths are dotted names with numbers
 * for elements (`data.task.id`, `output.0.url`); several, separated by spaces, are tried in order. An empty path means
 * that the value is found by its name.
 */
export const taskRule = z.object({
  /** Path of the id in the response to the submission. */
  idAt: text(400),
  pollMethod: z._default(z.enum(['GET', 'POST']), 'GET'),
  /** How a poll sends the key; if absent, as in the submission, else as Bearer. */
  keyStyle: z.optional(z.enum(customKeyStyles)),
  /**
   * Appended to the saved base address, with its query; `{id}` is replaced by the id. Of several, separated by spaces,
   * the first that knows the task is used.
   */
  pollPath: text(1000),
  /** JSON that a poll with POST sends; `{id}` is replaced by the id. */
  pollBody: z.optional(text(20_000)),
  /**
   * Where the result is requested, if the record does not contain it. `{id}` is replaced by the id, and `{file.id}` by
   * the value at this path of the record. The response is the file, or JSON with its address.
   */
  resultPath: z.optional(text(1000)),
  stateAt: text(400),
  /**
   * Values that mean success, case-insensitive; any value not listed here or in `failedWords` means in progress. Without
   * any, the usual words are known.
   */
  doneWords: words,
  failedWords: words,
  progressAt: z._default(text(400), ''),
  /** Path of the URL, or the base64, of the result. */
  mediaAt: z._default(text(400), ''),
  errorAt: z._default(text(400), ''),
  /** The task has several results, such as images: all of them are saved, and not only the best. */
  allResults: z.optional(z.boolean()),
});
export type TaskRule = z.output<typeof taskRule>;

/**
 * Where a task of the monitor is. `submitting`: the request is on its way; `unknown-outcome`: it broke after it was sent,
 * so a task may exist without a known id (never submitted again automatically); `refused`: no task was made; `lost`: the
 * gateway says repeatedly that it does not know it; `checking`: its id is known, and the gateway has not reported a state;
 * the others are the gateway's own state.
 */
export type WatchedState = 'submitting' | 'checking' | 'unknown-outcome' | 'refused' | 'lost' | TaskState;

/** State of the result of a succeeded task. A broken download is never `saved`. */
export type ResultState = 'none' | 'waiting' | 'downloading' | 'paused' | 'saved' | 'failed' | 'expired';

/** One period of a task's life, for the strip on its card. `odd`: the service used an unknown value. */
export interface TaskSpan {
  kind: 'submitting' | 'checking' | 'queued' | 'running' | 'odd' | 'downloading';
  /** Milliseconds since 1970; `null` while it lasts. */
  startedAt: number;
  endedAt: number | null;
}

/**
 * Why polling, or downloading a result, is paused. It resumes when the cause changes, and by `refresh` or `download`.
 */
export interface TaskPause {
  /**
   * `key`: missing, disabled or refused; `connection`: deleted, or unusable as configured; `network`: the gateway
   * cannot be reached from here; `answer`: the gateway refuses, or its response makes no sense.
   */
  why: 'key' | 'connection' | 'network' | 'answer';
  failure: Failure;
}

export interface TaskSummary {
  /** Patchbay's own id; exists before the gateway's. */
  id: string;
  connectionId: string;
  connectionName: string;
  /** `null` for the connection's first key, or none. */
  keyId: string | null;
  keyAlias: string | null;
  family: TaskFamily;
  /** `null` until the gateway has assigned one. */
  taskId: string | null;
  model: string | null;
  prompt: string;
  /** The task that it was remixed from, by its Patchbay id. */
  parentId: string | null;
  /** Tasks that were submitted together to be compared. */
  groupId: string | null;
  adopted: boolean;
  state: WatchedState;
  /** The gateway's own value; shown if it is unknown. */
  statusWord: string | null;
  /** From 0 to 1, or `null` when not reported. */
  progress: number | null;
  /** Milliseconds since 1970. */
  submittedAt: number;
  endedAt: number | null;
  /** False when the user stopped watching, or when it is over. */
  watching: boolean;
  polls: number;
  /** Failed polls in a row; they do not affect the task itself. */
  missedPolls: number;
  /** Time of the next poll; `null` while it is not watched or is being polled. */
  nextPollAt: number | null;
  /** Why the newest poll failed, while `missedPolls > 0`. */
  pollFailure: Failure | null;
  /** Set while polling of a watched task is paused. */
  paused: TaskPause | null;
  /** Oldest first, contiguous; adjacent spans of the same kind are merged. */
  spans: TaskSpan[];
  /** Why the task failed, as the gateway says; or why it was refused, or what is not known. */
  failure: Failure | null;
  result: {
    state: ResultState;
    /** The saved video. */
    file: FileRef | null;
    /** Further results of the same task, such as the other images; absent where there is one. */
    more?: FileRef[];
    receivedBytes: number;
    totalBytes: number | null;
    /** When the service deletes it; `null` when it does not say. */
    expiresAt: number | null;
    failure: Failure | null;
  };
}

/** A task in the list. */
export interface ListedTask extends TaskSummary {
  /** `null` for an adopted task. */
  submitExchangeId: string | null;
}

/** One entry of a task's history. */
export interface TaskMark {
  at: number;
  kind:
    | 'submitted'
    | 'adopted'
    | 'state'
    | 'poll-failed'
    | 'stopped'
    | 'watched'
    | 'download'
    | 'saved'
    | 'paused'
    | 'restarted';
  state: WatchedState;
  statusWord: string | null;
  progress: number | null;
  /** One sentence with details, if there are any. */
  note: string | null;
  exchangeId: string | null;
}

export interface TaskDetail extends ListedTask {
  /** Body of the submission as sent, without files; `null` for an adopted task. */
  request: string | null;
  lastPollExchangeId: string | null;
  /** Every id that the gateway returned for it. */
  candidateIds: string[];
  /** Addresses of its result, best first. */
  resultUrls: string[];
  /** Its newest record as received; redacted. */
  record: string | null;
  marks: TaskMark[];
  rule: TaskRule | null;
}

const byId = z.object({ id: identifier });

/** Video tasks, and those of other asynchronous routes. The core watches them whether or not a window is open. */
export const tasks = {
  /** Newest first. */
  list: call(
    z.object({ limit: z._default(z.number().check(z.minimum(1), z.maximum(1000)), 300) }),
    out<ListedTask[]>(),
  ),
  get: call(byId, out<TaskDetail>()),
  /**
   * Stores the task, then sends it. Resolves as soon as it is stored on disk; the task itself reports how the
   * submission ends. The draft's route is `videos`, `video.generations`, `videos.remix` or `custom` (with `rule`). With
   * a client-chosen `id`, one task is created however often this is called.
   */
  submit: call(
    z.object({
      id: z.optional(identifier),
      draft,
      prompt: z._default(text(100_000), ''),
      parentId: z.optional(identifier),
      groupId: z.optional(identifier),
      rule: z.optional(taskRule),
    }),
    out<{ id: string }>(),
  ),
  /** Tracks a task that was created elsewhere, by its id at the gateway. */
  adopt: call(
    z.object({
      connectionId: identifier,
      keyId: z.optional(identifier),
      family: z.enum(taskFamilies),
      taskId: text(1000).check(z.minLength(1)),
      rule: z.optional(taskRule),
      /** What is known of a task whose submission was not one of this monitor, such as images that turned out to be one. */
      prompt: z._default(text(100_000), ''),
      model: z.optional(text(300)),
      submitExchangeId: z.optional(identifier),
    }),
    out<{ id: string }>(),
  ),
  /** Polls now. Also resumes watching a task that was stopped or lost. */
  refresh: call(byId, out<void>()),
  /** Stops polling and downloading; the task at the gateway continues, and the downloaded part is kept. */
  stop: call(byId, out<void>()),
  /** Downloads the result again, or resumes the download. */
  download: call(byId, out<void>()),
  /** Removes tasks from the list; of their results, only copies that the user saved remain. */
  forget: call(z.object({ ids: z.array(identifier).check(z.minLength(1), z.maxLength(1000)) }), out<void>()),
};

/** The route that polls a task of each family. */
export const taskRoutes: Readonly<Record<Exclude<TaskFamily, 'custom'>, RouteId>> = {
  videos: 'videos.get',
  'video.generations': 'video.generations.get',
};
