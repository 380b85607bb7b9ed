/** Every timeout and delay of a session, in milliseconds. */
export const sessionTimings = {
  /** DNS, TCP, TLS and the handshake response together. */
  connectMs: 15_000,
  pingMs: 20_000,
  /** A ping unanswered for this long means that the connection is dead. */
  pongMs: 10_000,
  /** Delays before each reconnect attempt; their number is the number of attempts. */
  reconnectMs: [1000, 2000, 4000, 8000, 16_000] as readonly number[],
  /** A connection that lasted this long counts as stable. */
  steadyMs: 30_000,
  /** The first delay where the server asked to come back later. */
  lateMs: 10_000,
  /** The shortest delay after a rate-limited handshake without a `Retry-After`. */
  limitedMs: 5000,
  /** A gateway that requests a longer wait is not retried. */
  longestAskedMs: 600_000,
  /** Random variation of a delay, so that many sessions do not reconnect at the same moment: 0.25 is a quarter. */
  jitter: 0.25,
  /** For `session.created` after the handshake, and for `session.updated` after the settings. */
  configureMs: 5000,
  /** A timer that is late by more than this means that the computer slept. */
  sleptMs: 5000,
  /** Polling interval of the computer's state; a longer pause between two polls means that it slept. */
  tickMs: 5000,
  sleepMs: 15_000,
  /** For the pong after the computer woke up. */
  wakeMs: 5000,
  /** For the response to a close frame. */
  closeMs: 2000,
  /** Without any listener. */
  unwatchedMs: 120_000,
  /** Speech is open and no audio was sent for this long: the microphone is gone. */
  goneMs: 3000,
  /** A response may still begin this long after an error of the gateway, which need not be about it. */
  refusalMs: 3000,
  /** Audio per event. */
  chunkMs: 100,
};

/** Tests use short ones. */
export type SessionTimings = typeof sessionTimings;

/** Largest message in either direction. */
export const messageBytes = 16 * 1024 ** 2;
/** Unsent bytes beyond which audio is dropped. */
export const queueBytes = 8 * 1024 ** 2;
/** Unreadable frames after which the session is ended. */
export const badFrameLimit = 100;
