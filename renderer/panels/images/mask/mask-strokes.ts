import type { FileRef } from '#shared/protocol/part.ts';
import type { Point } from './regions.ts';

/** One step of a mask. Positions and sizes are in image pixels. */
export type MaskStep =
  | { do: 'paint' | 'erase'; size: number; points: Point[] }
  /** Everything inside an outline: of the lasso, or of a rectangle. */
  | { do: 'area'; points: Point[]; erase: boolean }
  /** The region around a pixel whose colors differ from it by at most the tolerance, 0 to 255. */
  | { do: 'fill'; at: Point; tolerance: number; erase: boolean }
  | { do: 'clear' | 'invert' }
  /** Replaces the mask with one from a file. */
  | { do: 'load'; file: FileRef };

/**
 * A mask as the steps that made it: small enough to be saved with the form, and redrawn from them wherever it is
 * needed, undo and redo included.
 */
export interface MaskSteps {
  done: MaskStep[];
  undone: MaskStep[];
}

export const noSteps: MaskSteps = { done: [], undone: [] };

/** At least this many steps can be undone. */
export const undoSteps = 40;
/** Above this number, the older steps are merged into one image and only the newest stay. */
export const maxSteps = 400;

export const addStep = ({ done }: MaskSteps, step: MaskStep): MaskSteps => ({ done: [...done, step], undone: [] });

export function undo(steps: MaskSteps): MaskSteps {
  const last = steps.done.at(-1);
  return last ? { done: steps.done.slice(0, -1), undone: [...steps.undone, last] } : steps;
}

export function redo(steps: MaskSteps): MaskSteps {
  const next = steps.undone.at(-1);
  return next ? { done: [...steps.done, next], undone: steps.undone.slice(0, -1) } : steps;
}

/** Returns the same mask with its oldest steps merged into one image. */
export const mergeOldest = ({ done, undone }: MaskSteps, file: FileRef, newest: number): MaskSteps => ({
  done: [{ do: 'load', file }, ...done.slice(done.length - newest)],
  undone,
});

/** Returns the steps that still matter: those before the last clear are invisible. */
export const visibleSteps = (steps: readonly MaskStep[]): readonly MaskStep[] =>
  steps.slice(Math.max(0, steps.findLastIndex((step) => step.do === 'clear') + 1));

/** Returns true when certainly nothing is painted; that a mask was erased completely is only known from its pixels. */
export const isBlank = ({ done }: MaskSteps): boolean =>
  visibleSteps(done).every((step) => step.do === 'erase' || ('erase' in step && step.erase));

/** Parses stored steps; unknown ones are dropped, such as those with which earlier versions softened the edge. */
export function readSteps(stored: unknown): MaskSteps {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isStep) : []);
  const { done, undone } = (stored ?? {}) as { done?: unknown; undone?: unknown };
  return { done: list(done), undone: list(undone) };
}

function isStep(value: unknown): value is MaskStep {
  const step = value as
    | (Partial<Record<'do' | 'points' | 'size' | 'at' | 'tolerance', unknown>> & {
        file?: { id?: unknown };
      })
    | null;
  switch (step?.do) {
    case 'paint':
    case 'erase':
      return Array.isArray(step.points) && typeof step.size === 'number';
    case 'area':
      return Array.isArray(step.points);
    case 'fill':
      return Array.isArray(step.at) && typeof step.tolerance === 'number';
    case 'load':
      return typeof step.file?.id === 'string';
    default:
      return step?.do === 'clear' || step?.do === 'invert';
  }
}
