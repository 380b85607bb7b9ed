/** How the monitor spends its time; milliseconds throughout. Tests hand in shorter ones. */
export interface TaskTimings {
  /** Before the first look at a new task: from, to. */
  firstPollMs: readonly [number, number];
  /** Between looks that were answered: so many of each, then `longestPollMs` for good. */
  stepsMs: readonly (readonly [times: number, waitMs: number])[];
  longestPollMs: number;
  /** Waits are longer or shorter by up to this share, so that tasks made together are not asked for together. */
  jitter: number;
  /** After a look that failed: doubles from the first to the last. */
  missMs: readonly [first: number, longest: number];
  /** The longest wait that a gateway may ask for. */
  longestAskedMs: number;
  /** So many tasks are asked for at a time. */
  concurrency: number;
  /** After a start, tasks are asked for within this time. */
  resumeMs: number;
  /** A task is watched for so long; sleep and time while Patchbay is closed do not count. */
  horizonMs: number;
  /** How often the world is looked at: sleep, networks, tasks that another process let go. */
  tickMs: number;
  /** More time than this between two looks at the world means that the computer slept. */
  sleepMs: number;
  /** A name that can not be resolved, and answers of 5xx alone, end the asking after this. */
  hopelessNameMs: number;
  hopelessServerMs: number;
  /** Before each further round of download attempts; as many rounds as waits. */
  downloadWaitsMs: readonly number[];
  /** A download that waits for room, on the disk or in memory, is tried again after this. */
  roomMs: number;
  /** A submission that is under way at the end of the program gets so long. */
  farewellMs: number;
}

const second = 1000;
const minute = 60 * second;

/** Gateways of the new-api family look at their tasks every 15 s: asking faster tells nothing new. */
export const defaultTimings: TaskTimings = {
  firstPollMs: [3 * second, 5 * second],
  stepsMs: [
    [6, 10 * second],
    [20, 15 * second],
  ],
  longestPollMs: 30 * second,
  jitter: 0.2,
  missMs: [2 * second, minute],
  longestAskedMs: 10 * minute,
  concurrency: 4,
  resumeMs: 2 * second,
  horizonMs: 24 * 60 * minute,
  tickMs: 5 * second,
  sleepMs: 15 * second,
  hopelessNameMs: 10 * minute,
  hopelessServerMs: 20 * minute,
  downloadWaitsMs: [3 * second, 10 * second, 30 * second],
  roomMs: minute,
  farewellMs: 3 * second,
};
