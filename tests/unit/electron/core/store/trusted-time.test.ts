import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { createTrustedTime } from '#core/store/trusted-time.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const start = Date.UTC(2026, 5, 1);

/** A computer whose clock and uptime are set by the test. */
function computer() {
  const folder = tempFolder();
  const time = { wall: start, uptime: 0 };
  const clock = { now: () => time.wall, monotonic: () => time.uptime };
  return {
    set: (wall: number) => {
      time.wall = wall;
    },
    pass(ms: number) {
      time.wall += ms;
      time.uptime += ms;
    },
    /** Starts Patchbay. */
    start() {
      const db = openDatabase(folder);
      const trusted = createTrustedTime(db, clock);
      const close = () => {
        if (!db.sql.isOpen) return;
        trusted.close();
        db.close();
      };
      onTestFinished(close);
      return { ...trusted, db, close };
    },
  };
}

const response = (address: string, date: number) => ({
  address,
  response: { headers: [['Date', new Date(date).toUTCString()]] } as never,
});
const outdatedAfter = (limit: number) => (now: number) => (now > limit ? 6 : 0);

test('follows the clock while it goes on from the last use, over nights and long weekends', () => {
  const own = computer();
  own.start().close();
  own.set(start + 3 * dayMs);
  const later = own.start();
  expect(later.isSure()).toBe(true);
  expect(later.now()).toBe(start + 3 * dayMs);
  expect(later.notice(outdatedAfter(start))).toBeNull();
});

test('a clock that is far ahead of the last use counts for nothing, and the user is told what is kept', () => {
  const own = computer();
  own.start().close();
  own.set(start + 40 * dayMs);
  const later = own.start();
  expect(later.isSure()).toBe(false);
  expect(later.now()).toBe(start);
  expect(later.notice(outdatedAfter(start + 30 * dayMs))?.message).toMatch(/^The clock .* 40 days ahead .* 6 requests/);
  expect(later.notice(() => 0)).toBeNull();
});

test('without a stored time the newest exchange is the last use', () => {
  const own = computer();
  const first = own.start();
  first.close();
  const again = own.start();
  again.db.sql.exec("DELETE FROM core_facts WHERE name = 'clock-seen'");
  again.db.sql.exec('PRAGMA foreign_keys = OFF');
  const columns = again.db.sql
    .prepare("SELECT name FROM pragma_table_info('exchanges') WHERE [notnull] = 1 AND dflt_value IS NULL")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'id' && name !== 'started_at');
  again.db.sql.exec(
    `INSERT INTO exchanges (id, started_at, ${columns.join(', ')}) VALUES ('a', ${start}, ${columns.map(() => "'1'").join(', ')})`,
  );
  own.set(start + 40 * dayMs);
  expect(createTrustedTime(again.db, { now: () => start + 40 * dayMs, monotonic: () => 0 }).isSure()).toBe(false);
});

test('a jump while Patchbay runs is in doubt as well, and a clock that is set back is followed', () => {
  const own = computer();
  const running = own.start();
  own.pass(hourMs);
  expect(running.isSure()).toBe(true);
  own.set(start + 40 * dayMs);
  expect(running.isSure()).toBe(false);
  expect(running.now()).toBe(start + hourMs);
  own.set(start + 2 * hourMs);
  expect(running.isSure()).toBe(true);
  expect(running.now()).toBe(start + 2 * hourMs);
});

test('the date of a server elsewhere ends the doubt; that of this computer, or another date, does not', () => {
  const own = computer();
  own.start().close();
  own.set(start + 40 * dayMs);
  const later = own.start();
  later.note(response('http://127.0.0.1:4000/v1/chat/completions', start + 40 * dayMs));
  later.note(response('http://localhost:4000/v1/chat/completions', start + 40 * dayMs));
  later.note(response('https://gateway.example/v1/models', start + 10 * dayMs));
  later.note({ address: 'https://gateway.example/v1/models', response: null });
  expect(later.isSure()).toBe(false);
  later.note(response('https://gateway.example/v1/models', start + 40 * dayMs + hourMs));
  expect(later.isSure()).toBe(true);
  expect(later.now()).toBe(start + 40 * dayMs);
});

test('a day with that clock ends the doubt, in several runs together', () => {
  const own = computer();
  own.start().close();
  own.set(start + 40 * dayMs);
  for (let run = 0; run < 3; run += 1) {
    const later = own.start();
    expect(later.isSure()).toBe(false);
    own.pass(8 * hourMs);
    later.close();
  }
  expect(own.start().isSure()).toBe(true);
});
