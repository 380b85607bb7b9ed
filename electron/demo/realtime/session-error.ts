/** What an `error` event says. */
export interface EventError {
  message: string;
  type?: string;
  code?: string | null;
  param?: string | null;
}

/** Thrown while an event is dealt with: the client gets an `error` event, and the session goes on. */
export class SessionError extends Error {
  readonly error: EventError;

  constructor(error: EventError) {
    super(error.message);
    this.error = error;
  }
}
