/** Timings of the monitor, in milliseconds. Tests use shorter ones. */
export interface TaskTimings {
  /** Before the first poll of a new task: from, to. */
  firstPollMs: readonly [number, number];
  /** Between successful polls: this many of each delay, then `maxPollMs`. */
  stepsMs: readonly (readonly [times: number, waitMs: number])[];
  maxPollMs: number;
  /** Delays vary by up to this share, so that tasks created together are not polled together. */
  jitter: number;
  /** After a failed poll: doubles from the first to the longest. */
  missMs: readonly [first: number, longest: number];
  /** The longest delay that a gateway may request. */
  maxRequestedDelayMs: number;
  /** Maximum number of concurrent polls. */
  concurrency: number;
  /** After a start, tasks are polled within this time. */
  resumeMs: number;
  /** How long a task is watched; sleep and time while Patchbay is closed do not count. */
  horizonMs: number;
  /** How often the environment is checked: sleep, networks, tasks that another process released. */
  tickMs: number;
  /** A longer gap between two checks means that the computer slept. */
  sleepMs: number;
  /** A name that cannot be resolved, and nothing but 5xx responses, pause polling after this time. */
  hopelessNameMs: number;
  hopelessServerMs: number;
  /** Before each further round of download attempts; one round per delay. */
  downloadWaitsMs: readonly number[];
  /** A download waiting for free space, on disk or in memory, is retried after this time. */
  roomMs: number;
  /** Grace period for a submission that is in progress when the program quits. */
  quitGraceMs: number;
}

const second = 1000;
const minute = 60 * second;

/** Gateways of the new-api family poll their tasks every 15 s: polling faster yields nothing new. */
export const defaultTimings: TaskTimings = {
  firstPollMs: [3 * second, 5 * second],
  stepsMs: [
    [6, 10 * second],
    [20, 15 * second],
  ],
  maxPollMs: 30 * second,
  jitter: 0.2,
  missMs: [2 * second, minute],
  maxRequestedDelayMs: 10 * minute,
  concurrency: 4,
  resumeMs: 2 * second,
  horizonMs: 24 * 60 * minute,
  tickMs: 5 * second,
  sleepMs: 15 * second,
  hopelessNameMs: 10 * minute,
  hopelessServerMs: 20 * minute,
  downloadWaitsMs: [3 * second, 10 * second, 30 * second],
  roomMs: minute,
  quitGraceMs: 3 * second,
};
