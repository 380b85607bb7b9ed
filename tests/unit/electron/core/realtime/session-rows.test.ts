import { expect, onTestFinished, test, vi } from 'vitest';
import { openSessionRows } from '#core/realtime/session-rows.ts';
import { openDatabase } from '#core/store/database.ts';
import { createHeldWrites } from '#core/store/held-writes.ts';
import { refuseWrites } from '../../../../support/core/refusing-disk.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

function open(isKnown: (id: string) => boolean) {
  const db = openDatabase(tempFolder());
  const held = createHeldWrites(db, () => {});
  onTestFinished(() => {
    held.close();
    db.close();
  });
  const record = (id: string) =>
    db.sql.exec(
      `INSERT INTO exchanges (${required.join(', ')}) VALUES ('${id}', ${required
        .slice(1)
        .map(() => "'1'")
        .join(', ')})`,
    );
  const columns = db.sql.prepare(
    "SELECT name FROM pragma_table_info('exchanges') WHERE [notnull] = 1 AND dflt_value IS NULL",
  );
  const required = [
    'id',
    ...columns
      .all()
      .map(({ name }) => String(name))
      .filter((name) => name !== 'id'),
  ];
  return { rows: openSessionRows(db, held, isKnown), held, record };
}

const session = { dialect: 'ga', title: 'Weather', turns: 3, gaps: 1 } as const;

test('what a full disk refused of a session is stored when there is room, after its exchange', async () => {
  const { rows, record } = open(() => true);
  const disk = refuseWrites();
  rows.save({ ...session, id: 'a' });
  disk.accept();
  expect(rows.list(10)).toEqual([]);
  record('a');
  await vi.waitFor(() => expect(rows.list(10)).toMatchObject([{ id: 'a', title: 'Weather', turns: 3, gaps: 1 }]), 4000);
});

test('a session whose exchange was deleted is not waited for', () => {
  const { rows, held } = open(() => false);
  rows.save({ ...session, id: 'gone' });
  expect(held.isSettled()).toBe(true);
  expect([...rows.ids()]).toEqual([]);
});
