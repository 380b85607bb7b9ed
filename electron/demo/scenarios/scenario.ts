import type { SimulatedFailure } from '#shared/protocol/simulated-failure.ts';
import type { Voice } from '../language/turn.ts';

/** Where a scenario has its full effect. Elsewhere it has the closest effect, or none. */
export type ScenarioRoutes =
  | 'any'
  | 'text'
  | 'chat'
  | 'responses'
  | 'native'
  | 'listings'
  | 'embeddings'
  | 'rerank'
  | 'images'
  | 'edits'
  | 'transcription'
  | 'realtime'
  | 'video';

/** One quirk or fault of the gateway. */
export interface Scenario extends SimulatedFailure {
  routes: ScenarioRoutes;
}

/** What the gateway needs from a scenario besides the replies that it changes. */
export interface FaultTraits extends Scenario {
  /** How the model must reply for the fault to show; `isWhole` ignores a request for a stream. */
  speaks?: { voice?: Voice; inChinese?: true; refuses?: true; callsTwice?: true; isWhole?: true };
  /** Sends whole files, whatever range was requested. */
  ignoresRanges?: true;
  /** Its effect on a realtime session. */
  session?: SessionFault;
  /** Responds before the body of the request was read. */
  isEarly?: true;
}

/** An event of a session besides what the client requests. */
export type SessionEvent =
  /** An `error` event. */
  | { do: 'error'; message: string; type?: string; code: string }
  /** A text frame sent unchanged. */
  | { do: 'text'; text: string; times?: number }
  | { do: 'binary'; bytes: number }
  /** A text frame that is not UTF-8. */
  | { do: 'bad-text' }
  | { do: 'wait'; ms: number }
  /** Without a code for 1005. */
  | { do: 'close'; code: number | null; reason: string }
  /** Without a close frame. */
  | { do: 'drop' | 'reset' };

/** How a scenario changes a session. Handshakes are refused by the scenarios of all routes. */
export interface SessionFault {
  /** Sent in place of `session.created`. */
  atOnce?: readonly SessionEvent[];
  /** Sent when the first reply has ended. */
  afterReply?: readonly SessionEvent[];
  /**
   * Supports only this dialect. `closes`: a client of the other dialect is disconnected; otherwise its fields are
   * refused.
   */
  only?: { dialect: 'beta' | 'ga'; closes: boolean };
  /** Ignores everything, pings included. */
  isDead?: true;
  /** Answers only pings. */
  isMute?: true;
  /** Reads nothing from the connection. */
  isDeaf?: true;
  /** Crashes on values of an unexpected type, like a relay that parses events into fixed types. */
  isStrict?: true;
  /** Cannot transcribe. */
  cannotTranscribe?: true;
  /** Ends after this many milliseconds, as announced at the start. */
  lastsMs?: number;
}
