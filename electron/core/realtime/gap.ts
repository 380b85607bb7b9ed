import type { PartBody } from '../readers/session/session-line.ts';

/** The time between two connections of a session, and what was lost in it. */
export interface Gap {
  begin(): PartBody;
  /** Sound of the person that was never sent; it stays in the recording. */
  drop(ms: number): void;
  end(toMs: number): PartBody;
}

/** `cutResponse`: an answer was under way. */
export function createGap(fromMs: number, why: string, cutResponse: boolean): Gap {
  let droppedAudioMs = 0;
  const part = (toMs: number | null): PartBody => ({
    type: 'gap',
    fromMs,
    toMs,
    why,
    // Neither sound nor text is said again without the person.
    replayed: 'none',
    droppedAudioMs: Math.round(droppedAudioMs),
    cutAnswer: cutResponse,
  });
  return {
    begin: () => part(null),
    drop: (ms) => {
      droppedAudioMs += ms;
    },
    end: part,
  };
}
