import { expect, test } from 'vitest';
import { all, chatBody, collect, type Ran } from '../../../../support/exchange/bench.ts';
import { completion, delta, done, finish, streamed } from '../../../../support/exchange/chat-wire.ts';
import { json } from '../../../../support/exchange/wire-server.ts';
import { callContext, pausedResponse, setUp, stream, untilText, withoutTimes } from './set-up.ts';

test('the history is listed, searched, paged, pinned and forgotten', async () => {
  const { bench } = await setUp(({ socket }) => socket.write(json(completion())));
  const { handlers } = bench.exchanges;
  const ids: string[] = [];
  for (const model of ['alpha', 'beta', 'gamma']) ids.push((await bench.run({ body: chatBody({ model }) })).id);
  ids.push((await bench.run({ routeId: 'models', body: { kind: 'none' } })).id);
  const newest = [...ids].reverse();
  const listed = async (filter: Partial<Parameters<typeof handlers.list>[0]> = {}) =>
    (await handlers.list({ limit: 100, ...filter }, callContext)).map(({ id }) => id);
  expect(await listed()).toEqual(newest);
  expect(await listed({ text: ' BETA ' })).toEqual([ids[1]]);
  expect(await listed({ text: '%' })).toEqual([]);
  expect(await listed({ routeId: 'models' })).toEqual([ids[3]]);
  expect(await listed({ connectionId: 'other' })).toEqual([]);
  const [first, second] = await handlers.list({ limit: 2 }, callContext);
  expect([first?.id, second?.id]).toEqual(newest.slice(0, 2));
  expect(await listed({ before: second?.startedAt ?? 0 })).toEqual(newest.slice(2));
  await handlers.pin({ id: ids[0] ?? '', pinned: true }, callContext);
  expect((await handlers.get({ id: ids[0] ?? '' }, callContext)).pinned).toBe(true);
  await handlers.forget({ ids: [ids[0] ?? '', ids[1] ?? ''] }, callContext);
  expect(await listed()).toEqual(newest.slice(0, 2));
  expect(() => handlers.get({ id: ids[0] ?? '' }, callContext)).toThrow(/no longer in the history/);
  expect(await all(handlers.watch({ id: ids[2] ?? '' }, callContext)).then(collect)).toMatchObject({ text: 'Hello' });
});

test('forgetting a running exchange stops it first', async () => {
  const { answer } = pausedResponse();
  const { bench, server } = await setUp(answer);
  const id = await untilText(bench.exchanges.handlers.run(bench.draft(stream), callContext));
  await bench.exchanges.handlers.forget({ ids: [id] }, callContext);
  await server.idle();
  expect(await bench.exchanges.handlers.list({ limit: 10 }, callContext)).toEqual([]);
});

test('everything is there after a restart, and reads the same', async () => {
  const { bench } = await setUp(streamed(delta('Hel'), delta('lo'), finish, done));
  const ran = await bench.run(stream);
  const before = [
    await bench.exchanges.handlers.get({ id: ran.id }, callContext),
    await all(bench.exchanges.handlers.events({ id: ran.id, from: 0 }, callContext)),
    await bench.exchanges.handlers.snippet({ id: ran.id, language: 'curl' }, callContext),
  ];
  await bench.restart();
  expect([
    await bench.exchanges.handlers.get({ id: ran.id }, callContext),
    await all(bench.exchanges.handlers.events({ id: ran.id, from: 0 }, callContext)),
    await bench.exchanges.handlers.snippet({ id: ran.id, language: 'curl' }, callContext),
  ]).toEqual(before);
  const again = collect(await all(bench.exchanges.handlers.watch({ id: ran.id }, callContext)));
  expect(withoutTimes(again.parts)).toEqual(withoutTimes(ran.parts));
});

test('closing cancels running exchanges, and records it', async () => {
  const { answer } = pausedResponse();
  const { bench, server } = await setUp(answer);
  const id = await untilText(bench.exchanges.handlers.run(bench.draft(stream), callContext));
  await bench.restart();
  await server.idle();
  expect(await bench.exchanges.handlers.get({ id }, callContext)).toMatchObject({
    state: 'cancelled',
    failureCode: 'aborted',
  });
});

test('a disk that refuses writes does not break a run, and saving resumes', async () => {
  const { bench } = await setUp(streamed(delta('Hel'), delta('lo'), finish, done));
  const saved = await bench.run(stream);
  // No page may be added any more, as on a full disk.
  const pages = Number(Object.values(bench.db.sql.prepare('PRAGMA page_count').get() ?? {})[0]);
  bench.db.sql.exec(`PRAGMA max_page_count = ${pages}`);
  let ran: Ran | undefined;
  for (let index = 0; index < 40 && bench.troubles.length === 0; index += 1) ran = await bench.run(stream);
  expect(bench.troubles).toEqual([expect.stringMatching(/^Not saved since \d\d:\d\d: the disk is full\.$/)]);
  expect(ran).toMatchObject({ text: 'Hello', end: { state: 'done' } });
  const { handlers } = bench.exchanges;
  const id = ran?.id ?? '';
  expect((await handlers.list({ limit: 100 }, callContext))[0]).toMatchObject({ id, state: 'done' });
  expect(await handlers.get({ id }, callContext)).toMatchObject({ state: 'done', finishReason: 'stop' });
  expect(collect(await all(handlers.watch({ id }, callContext))).text).toBe('Hello');
  expect(collect(await all(handlers.watch({ id: saved.id }, callContext))).text).toBe('Hello');
  bench.db.sql.exec('PRAGMA max_page_count = 1000000');
  await bench.run(stream);
  expect(bench.troubles.at(-1)).toBeNull();
  await bench.restart();
  expect(collect(await all(bench.exchanges.handlers.watch({ id }, callContext))).text).toBe('Hello');
});
