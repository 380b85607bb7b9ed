import type { RealtimeDialect, RealtimeSettings } from '#shared/contract/realtime.ts';
import { serverEventOf } from '#shared/protocol/realtime-events.ts';
import { dialectOf } from '../readers/session/audio-format.ts';
import { refusesDialect } from '../readers/session/session-failure.ts';
import { fieldsIn } from '../readers/session/session-line.ts';
import { settingsEvent } from './client-events.ts';
import type { ServerEvent, SessionConnection } from './session-connection.ts';

/** The dialect in use, and whether it may still be switched. */
export class DialectChoice {
  #mayFlip: boolean;
  current: RealtimeDialect;

  constructor(first: RealtimeDialect, mayFlip: boolean) {
    this.current = first;
    this.#mayFlip = mayFlip;
  }

  /** Switches it, once per session; returns false when that is not allowed anymore. */
  flip(): boolean {
    if (!this.#mayFlip) return false;
    this.#mayFlip = false;
    this.current = this.current === 'ga' ? 'beta' : 'ga';
    return true;
  }
}

interface Settling {
  connection: SessionConnection;
  choice: DialectChoice;
  settings: RealtimeSettings;
  limitMs: number;
  onFlip(why: string): void;
}

/** `session.created` and `session.updated`, also of a transcription session. */
const isSession = ({ type }: ServerEvent): boolean => serverEventOf(type) === 'session';
const isError = ({ type }: ServerEvent): boolean => serverEventOf(type) === 'error';

const names: Readonly<Record<RealtimeDialect, string>> = { beta: 'beta', ga: 'GA' };

/**
 * Waits until the gateway has created the session, and sends the settings. A gateway that refuses the dialect gets the
 * other one, once. Resolves when the settings are accepted, refused or unanswered: a session that does not confirm them
 * may still work. A connection without a session is closed.
 *
 * @returns whether the connection may be used.
 */
export async function settleSession({ connection, choice, settings, limitMs, onFlip }: Settling): Promise<boolean> {
  let created = await connection.nextEvent((event) => isSession(event) || isError(event), limitMs);
  if (!connection.isOpen()) return false;
  if (created && isError(created) && !refusesDialect(created.fields)) {
    // A refusal in place of a session. Gateways close after it; one that does not gets no further requests.
    created = await connection.nextEvent(isSession, limitMs);
    if (created === null) {
      connection.close(1000, 'no session was created');
      return false;
    }
  }
  const reportedDialect = created === null ? null : dialectOf(fieldsIn(created.fields, 'session'));
  const isOther = reportedDialect !== null && reportedDialect !== choice.current;
  if ((isOther || (created && isError(created) && refusesDialect(created.fields))) && choice.flip())
    onFlip(`The gateway uses the ${names[choice.current]} API version.`);
  for (;;) {
    if (!connection.send(JSON.stringify(settingsEvent(settings, choice.current)))) return false;
    const confirmation = await connection.nextEvent((event) => isSession(event) || isError(event), limitMs);
    const isRefused = confirmation !== null && isError(confirmation) && refusesDialect(confirmation.fields);
    if (!isRefused || !connection.isOpen() || !choice.flip()) return connection.isOpen();
    onFlip(`The gateway rejected the settings of this API version. Trying ${names[choice.current]}.`);
  }
}
