/** Every wait of a session, in milliseconds. A plain object, so that tests can make them short. */
export interface SessionTimings {
  /** Name look-up, TCP, TLS and the answer to the handshake together. */
  connectMs: number;
  pingMs: number;
  /** A ping unanswered for so long means that nobody is there. */
  pongMs: number;
  /** Waits before each attempt to connect again; their number is the number of attempts. */
  reconnectMs: readonly number[];
  /** A connection that lasted so long was a good one. */
  steadyMs: number;
  /** The first wait where the server asked to come back later. */
  lateMs: number;
  /** The shortest wait after a handshake that was refused for being asked too often, and that names no time. */
  limitedMs: number;
  /** A gateway that asks for more is not waited for. */
  longestAskedMs: number;
  /** How far a wait may be off, so that many sessions do not come back at the same moment: 0.25 is a quarter. */
  jitter: number;
  /** For `session.created` after the handshake, and for `session.updated` after the settings. */
  configureMs: number;
  /** How much too late a timer may be before the computer must have slept. */
  sleptMs: number;
  /** How often this computer is looked at, and more time between two looks means that it slept. */
  tickMs: number;
  sleepMs: number;
  /** For the pong after the computer woke. */
  wakeMs: number;
  /** For the answer to a close frame. */
  closeMs: number;
  /** Without anybody who listens. */
  unheardMs: number;
  /** Speech that the gateway hears goes on without any audio for so long: the microphone is gone. */
  goneMs: number;
  /** Of sound in one event. */
  chunkMs: number;
}

export const sessionTimings: SessionTimings = {
  connectMs: 15_000,
  pingMs: 20_000,
  pongMs: 10_000,
  reconnectMs: [1000, 2000, 4000, 8000, 16_000],
  steadyMs: 30_000,
  lateMs: 10_000,
  limitedMs: 5000,
  longestAskedMs: 600_000,
  jitter: 0.25,
  configureMs: 5000,
  sleptMs: 5000,
  tickMs: 5000,
  sleepMs: 15_000,
  wakeMs: 5000,
  closeMs: 2000,
  unheardMs: 120_000,
  goneMs: 3000,
  chunkMs: 100,
};

/** Largest message in either direction. */
export const messageBytes = 16 * 1024 ** 2;
/** Unsent bytes beyond which sound is dropped. */
export const queueBytes = 8 * 1024 ** 2;
/** Frames that can not be read, after which the session is given up. */
export const badFrameLimit = 100;
