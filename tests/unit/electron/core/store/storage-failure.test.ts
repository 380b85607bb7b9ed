import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isDamage, nameFaults, nameStorageFault } from '#core/store/storage-failure.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
};

test('a full database is called a full disk', async () => {
  const { sql } = tempDatabase();
  sql.exec('PRAGMA max_page_count = 40');
  const fill = () =>
    sql.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run('a', JSON.stringify('x'.repeat(1_000_000)));
  const failed = await failureOf(() => {
    throw nameStorageFault(thrownBy(fill), 'The setting was not kept');
  });
  expect(failed).toMatchObject({ code: 'storage', message: 'The setting was not kept: the disk is full.' });
  expect(failed.hint).toMatch(/Earlier data is safe/);
});

test('file system errors say what to do and show no path', async () => {
  const failed = await failureOf(() => {
    throw nameStorageFault(thrownBy(() => statSync('/no/such/place')));
  });
  expect(failed).toMatchObject({ code: 'storage', message: expect.stringMatching(/folder doesn't exist/) });
  expect(JSON.stringify(failed)).not.toContain('/no/such');
});

test('other errors stay unchanged', () => {
  const own = new AppError(failure('bad-input', 'No.'));
  const bug = new TypeError('undefined is not a function');
  const constraint = thrownBy(() => tempDatabase().sql.exec("INSERT INTO settings VALUES ('a', NULL)"));
  for (const thrown of [own, bug, constraint, 'text', null]) expect(nameStorageFault(thrown)).toBe(thrown);
  expect([own, bug, constraint, null].some(isDamage)).toBe(false);
});

test('handlers keep their results, and their errors get names', async () => {
  let damaged = 0;
  const { handlers } = nameFaults(
    {
      handlers: {
        add: (first: number, second: number) => first + second,
        later: async (text: string) => text,
        breaks: () => statSync('/no/such/place').size,
        breaksLater: async () => (await open('/no/such/place')).fd,
        refuses: () => {
          throw new AppError(failure('bad-input', 'No.'));
        },
        reads: () => {
          throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
        },
      },
    },
    () => damaged++,
  );
  expect(handlers.add(1, 2)).toBe(3);
  expect(await handlers.later('a')).toBe('a');
  expect((await failureOf(handlers.breaks)).code).toBe('storage');
  expect((await failureOf(handlers.breaksLater)).code).toBe('storage');
  expect((await failureOf(handlers.refuses)).code).toBe('bad-input');
  expect(damaged).toBe(0);
  expect((await failureOf(handlers.reads)).message).toMatch(/damaged/);
  expect(damaged).toBe(1);
});
