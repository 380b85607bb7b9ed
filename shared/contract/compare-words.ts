import type { RunState } from '../protocol/failure.ts';

/**
 * State of one request of a comparison. `interrupted`: Patchbay quit while it ran, and it may have been processed.
 * `skipped`: it was not sent, because the run was stopped or reached its cap.
 */
export type CellState = 'waiting' | 'paused' | 'running' | 'skipped' | RunState;

export type CompareRunState = 'running' | 'done' | 'stopped' | 'capped' | 'interrupted';

/** The lowest and the highest score of a judge. */
export const scoreRange = [1, 10] as const;

/** How a run can be exported; `xml` is JUnit. */
export const compareForms = ['md', 'csv', 'json', 'html', 'xml'] as const;
export type CompareForm = (typeof compareForms)[number];
