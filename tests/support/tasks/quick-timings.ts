import type { TaskTimings } from '#core/tasks/polling/task-timings.ts';

/** The default timings, about a hundred times shorter. */
export const quick: Partial<TaskTimings> = {
  firstPollMs: [5, 10],
  stepsMs: [[6, 20]],
  maxPollMs: 30,
  missMs: [5, 40],
  resumeMs: 10,
  tickMs: 30,
  downloadWaitsMs: [5, 5, 5],
  roomMs: 60,
  quitGraceMs: 200,
};
