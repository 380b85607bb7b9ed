import type { RealtimeDialect, RealtimeSettings } from '#shared/contract/realtime.ts';
import { fieldsIn } from '../readers/session/json-fields.ts';
import { dialectOf } from '../readers/session/output-format.ts';
import { refusesDialect } from '../readers/session/session-failure.ts';
import type { ServerEvent, SessionConnection } from './session-connection.ts';
import { sessionOf } from './session-update.ts';

/** Which dialect is sent, and whether it may still be changed. */
export class DialectChoice {
  readonly #mayFlip: boolean;
  #flipped = false;
  current: RealtimeDialect;

  constructor(first: RealtimeDialect, mayFlip: boolean) {
    this.current = first;
    this.#mayFlip = mayFlip;
  }

  /** Changes it, once in a session; false when that is not allowed any more. */
  flip(): boolean {
    if (!this.#mayFlip || this.#flipped) return false;
    this.#flipped = true;
    this.current = this.current === 'ga' ? 'beta' : 'ga';
    return true;
  }
}

export interface Settling {
  wire: SessionConnection;
  choice: DialectChoice;
  settings: RealtimeSettings;
  limitMs: number;
  onFlip(why: string): void;
}

const names: Readonly<Record<RealtimeDialect, string>> = { beta: 'beta', ga: 'GA' };

/**
 * Waits until the gateway has made the session, and sends the settings. A gateway that refuses the dialect gets the other
 * one, once. Resolves when the settings are in force, refused or unanswered: a session without answer to them may work. A
 * connection on which no session was made is closed.
 *
 * @returns whether the connection may be used.
 */
export async function settleSession({ wire, choice, settings, limitMs, onFlip }: Settling): Promise<boolean> {
  const isFirst = ({ type }: ServerEvent) => type === 'session.created' || type === 'error';
  let made = await wire.hear(isFirst, limitMs);
  if (!wire.isOpen) return false;
  if (made?.type === 'error' && !refusesDialect(made.fields)) {
    // A refusal in the place of a session. Gateways close behind it; one that does not is not asked for anything more.
    made = await wire.hear(({ type }) => type === 'session.created', limitMs);
    if (made === null) {
      wire.close(1000, 'no session was made');
      return false;
    }
  }
  const spoken = made === null ? null : dialectOf(fieldsIn(made.fields, 'session'));
  const isOther = spoken !== null && spoken !== choice.current;
  if ((isOther || (made?.type === 'error' && refusesDialect(made.fields))) && choice.flip())
    onFlip(`The gateway speaks the ${names[choice.current]} dialect.`);
  for (;;) {
    const update = { type: 'session.update', session: sessionOf(settings, choice.current) };
    if (!wire.send(JSON.stringify(update))) return false;
    const isAnswer = ({ type }: ServerEvent) => type === 'session.updated' || type === 'error';
    const answer = await wire.hear(isAnswer, limitMs);
    const isRefused = answer?.type === 'error' && refusesDialect(answer.fields);
    if (!isRefused || !wire.isOpen || !choice.flip()) return wire.isOpen;
    onFlip(`The gateway refused the settings in this dialect; trying ${names[choice.current]}.`);
  }
}
