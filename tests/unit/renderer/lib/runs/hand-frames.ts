import type { Schedule } from '../../../../../renderer/lib/runs/frames.ts';

/** A screen whose frames the test triggers. */
export function handFrames() {
  let task: (() => void) | undefined;
  const schedule: Schedule = (next) => {
    task = next;
    return () => {
      task = undefined;
    };
  };
  return {
    schedule,
    frame() {
      const due = task;
      task = undefined;
      due?.();
    },
    isDue: () => task !== undefined,
  };
}
