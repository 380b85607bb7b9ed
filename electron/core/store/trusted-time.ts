import type { DatabaseSync } from 'node:sqlite';
import { counted, formatCount } from '#shared/format.ts';
import { isLoopbackHost } from '#shared/protocol/address.ts';
import { asObject, parseJson } from '#shared/protocol/json.ts';
import { orNull } from '../or-null.ts';
import type { Clock } from '../ports.ts';
import { createCoreFacts } from './core-facts.ts';
import type { Notice } from './database-notices.ts';
import type { RecordedExchange } from './records/exchange-recording.ts';

/**
 * The time by which old data is deleted. A clock that is far ahead of the last use of Patchbay, or that jumps while it
 * runs, may be wrong: nothing is deleted by it before a server elsewhere reports the same date, or Patchbay has run for a
 * day with it.
 */
export interface TrustedTime {
  /** Milliseconds since 1970; behind the clock while that is in doubt. */
  now(): number;
  isSure(): boolean;
  /** Looks at the date that a server reports in its response. */
  note(exchange: Pick<RecordedExchange, 'address' | 'response'>): void;
  /**
   * Returns what the user should know, while something is kept because of the doubt; else `null`.
   *
   * @param countOutdated returns how many exchanges the retention would delete at a time.
   */
  notice(countOutdated: (now: number) => number): Notice | null;
  close(): void;
}

const dayMs = 86_400_000;
/** A clock that is further ahead is in doubt: a long weekend is not. */
const leapMs = 4 * dayMs;
/** A server's date that is closer to the clock confirms it. */
const agreesMs = dayMs / 2;
/** The clock counts as right after this long in doubt, in all runs together. */
const doubtMs = dayMs;
const lookMs = 600_000;
const factName = 'clock-seen';

export function createTrustedTime({ sql }: { sql: DatabaseSync }, clock: Clock): TrustedTime {
  const facts = createCoreFacts({ sql });
  const stored = asObject(parseJson(facts.read(factName) ?? ''));
  /** The last time that was not in doubt. */
  let seenAt = typeof stored?.at === 'number' ? stored.at : newestRecord(sql);
  /** How long Patchbay has run with a clock in doubt. */
  let inDoubtMs = typeof stored?.inDoubtMs === 'number' ? stored.inDoubtMs : 0;
  let lookedAt = clock.monotonic();
  let isDoubtful = seenAt !== null && clock.now() - seenAt > leapMs;
  let savedAt = Number.NEGATIVE_INFINITY;

  function save(): void {
    savedAt = lookedAt;
    orNull(() =>
      facts.write(factName, JSON.stringify({ at: Math.round(seenAt ?? 0), inDoubtMs: Math.round(inDoubtMs) })),
    );
  }

  function trust(): void {
    seenAt = clock.now();
    isDoubtful = false;
    inDoubtMs = 0;
    save();
  }

  function look(): void {
    const at = clock.monotonic();
    const passedMs = at - lookedAt;
    lookedAt = at;
    isDoubtful = seenAt !== null && clock.now() - seenAt > leapMs;
    if (isDoubtful) inDoubtMs += passedMs;
    if (!isDoubtful) {
      seenAt = clock.now();
      inDoubtMs = 0;
    } else if (inDoubtMs >= doubtMs) trust();
    if (lookedAt - savedAt >= lookMs) save();
  }

  look();
  const timer = setInterval(look, lookMs).unref();
  return {
    now() {
      look();
      return isDoubtful ? (seenAt ?? 0) + inDoubtMs : clock.now();
    },
    isSure() {
      look();
      return !isDoubtful;
    },
    note({ address, response }) {
      if (!isDoubtful || response === null) return;
      const host = orNull(() => new URL(address).hostname);
      // A server on this computer has the same clock.
      if (host === null || isLoopbackHost(host)) return;
      const [, date = ''] = response.headers.find(([name]) => name.toLowerCase() === 'date') ?? [];
      if (Math.abs(Date.parse(date) - clock.now()) < agreesMs) trust();
    },
    notice(countOutdated) {
      look();
      if (!isDoubtful || seenAt === null) return null;
      const now = clock.now();
      const kept = countOutdated(now) - countOutdated(seenAt + inDoubtMs);
      if (kept <= 0) return null;
      const days = Math.round((now - seenAt) / dayMs);
      return {
        id: 'clock-in-doubt',
        message: `The clock of this computer is ${formatCount(days)} days ahead of the last use of Patchbay. ${counted(kept, 'request')} that would be too old then ${kept === 1 ? 'is' : 'are'} kept until a gateway reports the same date, or until Patchbay has run for a day.`,
      };
    },
    close() {
      clearInterval(timer);
      look();
      save();
    },
  };
}

/** When the newest exchange began: the last known use of an earlier version. */
function newestRecord(sql: DatabaseSync): number | null {
  const newest = sql.prepare('SELECT max(started_at) AS at FROM exchanges').get()?.at;
  return typeof newest === 'number' ? newest : null;
}
