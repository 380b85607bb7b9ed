/**
 * A session as a list of steps, one JSON object each, in a JSON array or as JSON lines. `at` counts seconds from the moment
 * the session is live; without it a step follows the one before.
 */
export type ScriptStep = { at?: number } & (
  | { do: 'play'; file: string; pace?: 'real' | 'fast' }
  | { do: 'say'; text: string }
  | { do: 'send'; event: Record<string, unknown> }
  | { do: 'commit' | 'respond' | 'cancel' | 'clear' | 'end' }
  /** Seconds without a socket. */
  | { do: 'cut'; seconds: number }
  | { do: 'wait'; for: 'answer' | 'speech-started' | 'speech-stopped' | 'live'; seconds?: number }
  /** Text that the words of a side must hold by now, or within `seconds`. */
  | { do: 'expect'; who: 'person' | 'model'; includes: string; seconds?: number }
);
