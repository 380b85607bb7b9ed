import type { FileRef } from '#shared/protocol/part.ts';

/** One thing that was done to a mask. Places and sizes are in pixels of the picture. */
export type MaskStep =
  | { do: 'paint' | 'erase'; size: number; points: [x: number, y: number][] }
  | { do: 'clear' | 'invert' }
  /** Takes over a mask that was made elsewhere. */
  | { do: 'load'; file: FileRef };

/**
 * A mask as the steps that made it: small enough to be kept with what is typed, and drawn again from them wherever it is
 * needed, undo and redo included.
 */
export interface MaskSteps {
  done: MaskStep[];
  undone: MaskStep[];
}

export const noSteps: MaskSteps = { done: [], undone: [] };

/** At least so many steps can be taken back. */
export const undoSteps = 40;
/** Beyond this the mask is kept as a picture, and the steps before the last ones are let go of. */
export const mostSteps = 400;

export const addStep = ({ done }: MaskSteps, step: MaskStep): MaskSteps => ({ done: [...done, step], undone: [] });

export function undo(steps: MaskSteps): MaskSteps {
  const last = steps.done.at(-1);
  return last ? { done: steps.done.slice(0, -1), undone: [...steps.undone, last] } : steps;
}

export function redo(steps: MaskSteps): MaskSteps {
  const next = steps.undone.at(-1);
  return next ? { done: [...steps.done, next], undone: steps.undone.slice(0, -1) } : steps;
}

/** The same mask with its oldest steps drawn into one picture. */
export const folded = ({ done, undone }: MaskSteps, file: FileRef, kept: number): MaskSteps => ({
  done: [{ do: 'load', file }, ...done.slice(done.length - kept)],
  undone,
});

/** The steps that still matter: what stands before the last clearing is not seen. */
export const visibleSteps = (steps: readonly MaskStep[]): readonly MaskStep[] =>
  steps.slice(Math.max(0, steps.findLastIndex((step) => step.do === 'clear') + 1));

/** True when nothing is painted for sure; a mask that was rubbed out again is only known by its pixels. */
export const isBlank = ({ done }: MaskSteps): boolean => visibleSteps(done).every((step) => step.do === 'erase');

/** Reads what was kept; steps that can not be read are left out. */
export function readSteps(stored: unknown): MaskSteps {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isStep) : []);
  const { done, undone } = (stored ?? {}) as { done?: unknown; undone?: unknown };
  return { done: list(done), undone: list(undone) };
}

function isStep(value: unknown): value is MaskStep {
  const step = value as { do?: unknown; points?: unknown; size?: unknown; file?: { id?: unknown } } | null;
  switch (step?.do) {
    case 'paint':
    case 'erase':
      return Array.isArray(step.points) && typeof step.size === 'number';
    case 'load':
      return typeof step.file?.id === 'string';
    default:
      return step?.do === 'clear' || step?.do === 'invert';
  }
}
