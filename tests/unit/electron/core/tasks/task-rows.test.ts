import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { createHeldWrites } from '#core/store/held-writes.ts';
import type { Monitor } from '#core/tasks/monitor.ts';
import { newTask } from '#core/tasks/stored-task.ts';
import { createTaskArea } from '#core/tasks/task-area.ts';
import type { TaskJournal } from '#core/tasks/task-journal.ts';
import { createTaskRows, type TaskRows } from '#core/tasks/task-rows.ts';
import { refuseWrites } from '../../../../support/core/refusing-disk.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const callContext = { signal: new AbortController().signal };

function open(folder: string) {
  const db = openDatabase(folder);
  const held = createHeldWrites(db, () => {});
  onTestFinished(() => {
    held.close();
    db.close();
  });
  return { db, held, rows: createTaskRows(db, held) };
}

const task = (id: string) =>
  newTask({
    id,
    connectionId: 'c',
    connectionName: 'c',
    keyId: null,
    keyAlias: null,
    family: 'videos',
    taskId: `t-${id}`,
    state: 'running',
  });

test('a full disk stops nothing: the change is held in memory, and written when there is room', () => {
  const folder = tempFolder();
  const { db, rows } = open(folder);
  rows.add(task('a'));
  const pages = Number(Object.values(db.sql.prepare('PRAGMA page_count').get() ?? {})[0]);
  db.sql.exec(`PRAGMA max_page_count = ${pages}`);
  const changed = rows.change('a', ({ facts, depth }) => {
    facts.polls = 7;
    depth.record = 'x'.repeat(2_000_000);
  });
  expect(changed?.facts.polls).toBe(7);
  expect([rows.find('a')?.facts.polls, rows.list(10)[0]?.polls]).toEqual([7, 7]);
  expect(db.sql.prepare("SELECT facts ->> '$.polls' AS polls FROM tasks").get()?.polls).toBe(0);
  expect(() => rows.add({ ...task('b'), depth: { ...task('b').depth, record: 'x'.repeat(2_000_000) } })).toThrow(
    /full/,
  );

  db.sql.exec('PRAGMA max_page_count = 1000000');
  rows.change('a', ({ facts }) => {
    facts.polls += 1;
  });
  expect(db.sql.prepare("SELECT facts ->> '$.polls' AS polls FROM tasks").get()?.polls).toBe(8);
  expect(rows.find('a')?.depth.record).toHaveLength(2_000_000);
});

test('a change that a full disk refused is stored when there is room, although the task does not change again', async () => {
  const { db, held, rows } = open(tempFolder());
  rows.add(task('a'));
  const disk = refuseWrites();
  rows.change('a', ({ facts }) => {
    facts.polls = 7;
  });
  disk.accept();
  await held.settled(new AbortController().signal);
  expect(db.sql.prepare("SELECT facts ->> '$.polls' AS polls FROM tasks").get()?.polls).toBe(7);
});

test('an open task belongs to one process at a time, and passes to the next when that ends', () => {
  const folder = tempFolder();
  const first = open(folder);
  const second = open(folder);
  first.rows.add(task('a'));
  first.rows.add({ ...task('over'), facts: { ...task('over').facts, watching: false } });
  expect([first.rows.claim('a'), second.rows.claim('a'), second.rows.unclaimed()]).toEqual([true, false, []]);
  expect([first.rows.held(), second.rows.held(), second.rows.isHeldElsewhere()]).toEqual([['a'], [], true]);
  first.db.close();
  expect(second.rows.unclaimed()).toEqual(['a']);
  expect([second.rows.claim('a'), second.rows.held()]).toEqual([true, ['a']]);
  second.rows.release();
  expect(second.rows.unclaimed()).toEqual(['a']);
});

test("two processes that change one task lose none of each other's changes", () => {
  const folder = tempFolder();
  const [one, two] = [open(folder).rows, open(folder).rows];
  one.add(task('a'));
  one.change('a', ({ facts }) => {
    facts.polls = 3;
  });
  two.change('a', ({ facts }) => {
    facts.watching = false;
  });
  expect(one.find('a')?.facts).toMatchObject({ polls: 3, watching: false });
  expect(two.change('gone', () => {})).toBeNull();
  expect(two.findByTaskId('c', 't-a')?.facts.id).toBe('a');
});

test('a task that another process wrote a moment before is neither overwritten nor submitted again', () => {
  const folder = tempFolder();
  const [one, two] = [open(folder).rows, open(folder).rows];
  const sent: string[] = [];
  const submit = (rows: TaskRows, who: string) => {
    const parts = {
      connections: { find: () => ({ name: 'c' }) },
      keys: { choose: () => null },
      announce: () => {},
    } as unknown as Parameters<typeof createTaskArea>[0];
    const journal = { note: () => {} } as unknown as TaskJournal;
    const monitor = { send: () => sent.push(who) } as unknown as Monitor;
    // Both read before either of them has written.
    const area = createTaskArea(parts, { ...rows, find: () => null }, journal, monitor);
    const body = { kind: 'json', text: `{"prompt":"${who}"}`, inline: [] };
    const draft = { connectionId: 'c', routeId: 'videos', params: {}, query: [], headers: [], body };
    return area.submit({ id: 'a', draft, prompt: '' } as unknown as Parameters<typeof area.submit>[0], callContext);
  };
  expect([submit(one, 'one'), submit(two, 'two')]).toEqual([{ id: 'a' }, { id: 'a' }]);
  expect(sent).toEqual(['one']);
  expect(two.find('a')?.facts.prompt).toBe('one');
});
