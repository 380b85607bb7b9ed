import type { RealtimeDialect, RealtimeSettings } from '#shared/contract/realtime.ts';
import { dialectOf } from '../readers/session/audio-format.ts';
import { refusesDialect } from '../readers/session/session-failure.ts';
import { fieldsIn } from '../readers/session/session-line.ts';
import { sessionOf } from './client-events.ts';
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

const names: Readonly<Record<RealtimeDialect, string>> = { beta: 'beta', ga: 'GA' };

/**
 * Waits until the gateway has created the session, and sends the settings. A gateway that refuses the dialect gets the
 * other one, once. Resolves when the settings are accepted, refused or unanswered: a session that does not confirm them
 * may still work. A connection without a session is closed.
 *
 * @returns whether the connection may be used.
 */
export async function settleSession({ connection, choice, settings, limitMs, onFlip }: Settling): Promise<boolean> {
  const isFirst = ({ type }: ServerEvent) => type === 'session.created' || type === 'error';
  let created = await connection.nextEvent(isFirst, limitMs);
  if (!connection.isOpen()) return false;
  if (created?.type === 'error' && !refusesDialect(created.fields)) {
    // A refusal in place of a session. Gateways close after it; one that does not gets no further requests.
    created = await connection.nextEvent(({ type }) => type === 'session.created', limitMs);
    if (created === null) {
      connection.close(1000, 'no session was created');
      return false;
    }
  }
  const reportedDialect = created === null ? null : dialectOf(fieldsIn(created.fields, 'session'));
  const isOther = reportedDialect !== null && reportedDialect !== choice.current;
  if ((isOther || (created?.type === 'error' && refusesDialect(created.fields))) && choice.flip())
    onFlip(`The gateway uses the ${names[choice.current]} API version.`);
  for (;;) {
    const update = { type: 'session.update', session: sessionOf(settings, choice.current) };
    if (!connection.send(JSON.stringify(update))) return false;
    const isConfirmation = ({ type }: ServerEvent) => type === 'session.updated' || type === 'error';
    const confirmation = await connection.nextEvent(isConfirmation, limitMs);
    const isRefused = confirmation?.type === 'error' && refusesDialect(confirmation.fields);
    if (!isRefused || !connection.isOpen() || !choice.flip()) return connection.isOpen();
    onFlip(`The gateway rejected the settings of this API version. Trying ${names[choice.current]}.`);
  }
}
