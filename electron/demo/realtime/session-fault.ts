/** Something that happens to a session besides what the client asks for. */
export type SessionEvent =
  /** An `error` event. */
  | { do: 'error'; message: string; type?: string; code: string }
  /** A text frame as it stands. */
  | { do: 'text'; text: string; times?: number }
  | { do: 'binary'; bytes: number }
  /** A text frame that is no UTF-8. */
  | { do: 'bad-text' }
  | { do: 'wait'; ms: number }
  /** Without a code for 1005. */
  | { do: 'close'; code: number | null; reason: string }
  /** Without a close frame. */
  | { do: 'drop' | 'reset' };

/** How a scenario changes a session. Handshakes are refused by the scenarios of all routes. */
export interface SessionFault {
  /** Happens in the place of `session.created`. */
  atOnce?: readonly SessionEvent[];
  /** Happens when the first answer has ended. */
  afterReply?: readonly SessionEvent[];
  /** Speaks this dialect only. `closes`: a client of the other is thrown out, else its fields are refused. */
  only?: { dialect: 'beta' | 'ga'; closes: boolean };
  /** Takes no notice of anything, pings included. */
  isDead?: true;
  /** Answers pings and nothing else. */
  isMute?: true;
  /** Reads nothing from the connection. */
  isDeaf?: true;
  /** Dies of values of another type than its own, like a relay that reads events into fixed types. */
  isStrict?: true;
  /** Can not transcribe. */
  cannotTranscribe?: true;
  /** Ends after so many milliseconds, as it said in the beginning. */
  lastsMs?: number;
}
