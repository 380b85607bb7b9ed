import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Har } from 'har-format';
import { expect, test } from 'vitest';
import { snippetLanguages } from '../../../../../../shared/contract/exchanges.ts';
import { failureOf } from '../../../../../support/core/failure-of.ts';
import { chatBody, memoryFile } from '../../../../../support/exchange/bench.ts';
import { completion, delta, done, finish, streamed } from '../../../../../support/exchange/chat-wire.ts';
import { json, respond } from '../../../../../support/exchange/wire-server.ts';
import { validateHar } from '../../export/validate-har.ts';
import { callContext, setUp, stream } from '../set-up.ts';

const wav = Buffer.from('RIFFxxxxWAVE');
const form = {
  routeId: 'audio.transcriptions' as const,
  body: {
    kind: 'form' as const,
    fields: [
      { kind: 'text' as const, name: 'model', value: 'whisper "1"\nnew' },
      { kind: 'file' as const, name: 'file', fileId: 'f1' },
    ],
  },
};

test('a record shows its origin, limits, proxy, attempt and events', async () => {
  const { bench, handlers } = await setUp(streamed(delta('Hi'), finish, done), {
    connection: { deadlines: { idleMs: 70_000 } },
    deadlines: (_, planned) => planned,
  });
  const { id } = await bench.run({ ...stream, options: { origin: 'replay', deadlines: { totalMs: 90_000 } } });
  const detail = await handlers.get({ id }, callContext);
  expect(detail).toMatchObject({
    origin: 'replay',
    attempt: 1,
    firstId: id,
    proxy: null,
    warningCount: 0,
    firstWarning: null,
  });
  expect(detail.deadlines).toEqual([
    { name: 'connectMs', ms: 10_000, from: 'route' },
    { name: 'headersMs', ms: 300_000, from: 'route' },
    { name: 'idleMs', ms: 70_000, from: 'connection' },
    { name: 'totalMs', ms: 90_000, from: 'request' },
  ]);
  expect(detail.verdict).toMatch(/^Streamed 3 events in \d+ ms, first token after \d+ ms, ended with "stop"\.$/);
  expect(handlers.list({ limit: 5, origin: 'replay' }, callContext)).toMatchObject([{ id, origin: 'replay' }]);
  expect(handlers.counts({}, callContext)).toMatchObject({ total: 1, byOrigin: { replay: 1 }, models: ['m-1'] });
});

test("the core's own requests are marked as such", async () => {
  const { bench, handlers } = await setUp(({ socket }) => socket.write(json({ data: [] })));
  const draft = bench.draft({ routeId: 'models', body: { kind: 'none' }, options: { origin: 'core' } });
  for await (const _ of bench.exchanges.perform(draft, callContext));
  expect(handlers.list({ limit: 5, origin: 'core' }, callContext)).toHaveLength(1);
});

test('every language repeats what was recorded, and what is not yet sent', async () => {
  const { bench, handlers, server } = await setUp(({ socket }) => socket.write(json(completion())), {
    connection: { headers: [['X-Team-Token', 'token-of-team-9']] },
  });
  const { id } = await bench.run(stream);
  for (const language of snippetLanguages) {
    const recorded = await handlers.snippet({ id, language }, callContext);
    const planned = await handlers.draftSnippet({ draft: bench.draft(stream), language }, callContext);
    expect(planned).toEqual(recorded);
    expect(recorded.text).toContain(server.url);
    expect(recorded.text).toContain('PATCHBAY_API_KEY');
    expect(recorded.text).not.toContain('token-of-team-9');
    expect(recorded.notes.join(' ')).toContain('PATCHBAY_X_TEAM_TOKEN');
  }
});

test('a form is repeated with its files by name, even when their bytes and the draft are gone', async () => {
  const { bench, handlers } = await setUp(async ({ socket, body }) => {
    await body;
    socket.write(json({ text: 'ok' }));
  });
  bench.files.set('f1', memoryFile('../my "talk".wav', 'audio/wav', wav));
  const { id } = await bench.run(form);
  let own = '';
  for await (const part of bench.exchanges.perform(bench.draft(form), callContext))
    if (part.type === 'run-start') own = part.exchangeId;
  expect((await handlers.get({ id: own }, callContext)).draft).toBeNull();
  const planned = await handlers.draftSnippet({ draft: bench.draft(form), language: 'curl' }, callContext);
  bench.files.clear();
  for (const one of [id, own]) {
    const { text, notes } = await handlers.snippet({ id: one, language: 'curl' }, callContext);
    expect(text).toContain(`--form-string 'model=whisper "1"\nnew'`);
    expect(text).toContain(`--form 'file=@"my \\"talk\\".wav";type=audio/wav'`);
    expect(notes).toContain('The code reads "my \\"talk\\".wav" from the working directory.');
    expect(text).toBe(planned.text);
  }
  // Without its file the draft can still be shown.
  expect(
    (await handlers.draftSnippet({ draft: bench.draft(form), language: 'fetch' }, callContext)).notes.join(' '),
  ).toContain('no longer exists');
});

test('an unknown draft is refused', async () => {
  const { bench, handlers } = await setUp(() => {});
  const draft = bench.draft({ connectionId: 'gone' });
  expect(await failureOf(() => handlers.draftSnippet({ draft, language: 'curl' }, callContext))).toMatchObject({
    code: 'not-found-here',
  });
});

test('redactions in a body are reported', async () => {
  const { bench, handlers } = await setUp(({ socket }) => socket.write(json(completion())), {
    connection: { headers: [['X-Team-Token', 'token-of-team-9']] },
  });
  const { id } = await bench.run({ body: chatBody({ user: 'token-of-team-9' }) });
  const { text, notes } = await handlers.snippet({ id, language: 'fetch' }, callContext);
  expect(text).toContain('"user": "[redacted key]"');
  expect(notes).toContain('The body contained a secret, which is replaced by "[redacted key]".');
});

test('a long body is not part of a program: it reads the file that the record provides', async () => {
  const { bench, handlers } = await setUp(({ socket, body }) => void body.then(() => socket.write(json(completion()))));
  const draft = { body: chatBody({ messages: [{ role: 'user', content: 'x'.repeat(600_000) }] }) };
  const { id } = await bench.run(draft);
  const words = {
    curl: '--data-binary @body.json',
    fetch: 'body: await readFile("body.json"),',
    'python-requests': 'data=open("body.json", "rb"),',
    'node-openai': 'await readFile("body.json", "utf8")',
    'python-openai': 'with open("body.json", encoding="utf-8") as file:\n    body = json.load(file)',
    httpie: '< body.json',
  };
  for (const language of snippetLanguages)
    for (const { text, notes } of [
      await handlers.snippet({ id, language }, callContext),
      await handlers.draftSnippet({ draft: bench.draft(draft), language }, callContext),
    ]) {
      expect(text).toContain(words[language]);
      expect(text.length).toBeLessThan(2_000);
      expect(notes.join(' ')).toContain("The body (600 KB) isn't part of the code");
    }
});

test('exchanges become one HAR, oldest first, and bodies become files with fitting names', async () => {
  const { bench, handlers } = await setUp(streamed(delta('Hi'), finish, done));
  const ids = [(await bench.run(stream)).id, (await bench.run(stream)).id];
  const ref = await handlers.har({ ids: [...ids].reverse() }, callContext);
  expect(ref).toMatchObject({
    name: expect.stringMatching(/^patchbay-\d{8}-\d{6}\.har$/),
    type: 'application/har+json',
  });
  const { log } = await validateHar(JSON.parse(bench.made.get(ref.id)!.bytes.toString()));
  expect(log.entries.map((entry) => (entry as unknown as { _exchangeId: string })._exchangeId)).toEqual(ids);
  expect(log.entries[0]?.response.content.text).toBe(delta('Hi') + finish + done);
  const [id] = ids as [string];
  const response = await handlers.keepBody({ id, side: 'response' }, callContext);
  expect(response).toMatchObject({
    name: expect.stringMatching(/^chat-completions-response-\d{8}-\d{6}\.sse$/),
    type: 'text/event-stream',
  });
  expect(bench.made.get(response.id)?.bytes.toString()).toBe(delta('Hi') + finish + done);
  const request = await handlers.keepBody({ id, side: 'request' }, callContext);
  expect(request).toMatchObject({ name: expect.stringMatching(/-request-.*\.json$/), type: 'application/json' });
  expect(bench.made.get(request.id)?.bytes.toString()).toBe(stream.body.text);
  expect(await failureOf(() => handlers.har({ ids: ['gone'] }, callContext))).toMatchObject({ code: 'not-found-here' });
});

test('a missing body cannot be saved', async () => {
  const { bench, handlers } = await setUp(({ socket }) => socket.write(respond(204, {}, '')));
  const { id } = await bench.run({ routeId: 'models', body: { kind: 'none' } });
  for (const side of ['request', 'response'] as const)
    expect(await failureOf(() => handlers.keepBody({ id, side }, callContext))).toMatchObject({
      code: 'not-found-here',
    });
});

test('a body that is still arriving is saved as far as it has arrived', async () => {
  const gate = Promise.withResolvers<void>();
  const { bench, handlers } = await setUp(async ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 100000\r\n\r\n');
    socket.write(delta('first'));
    await gate.promise;
    socket.end(delta('second'));
  });
  let id = '';
  for await (const part of handlers.run(bench.draft(stream), callContext)) {
    if (part.type === 'run-start') id = part.exchangeId;
    if (part.type === 'text-delta') break;
  }
  const ref = await handlers.keepBody({ id, side: 'response' }, callContext);
  expect(bench.made.get(ref.id)?.bytes.toString()).toBe(delta('first'));
  const har = await handlers.har({ ids: [id] }, callContext);
  const { log } = JSON.parse(bench.made.get(har.id)!.bytes.toString()) as Har;
  expect(log.entries[0]).toMatchObject({ _state: 'running', comment: expect.stringContaining('Receiving') });
  gate.resolve();
  for await (const _ of handlers.watch({ id }, callContext));
});

test('forgotten data is no longer in any file, nor in exports made from it', async () => {
  const secret = 'FORGET-THIS-SENTENCE';
  const { bench, handlers } = await setUp(({ socket }) =>
    socket.write(json(completion(`${secret} ${'x'.repeat(3_000_000)}`))),
  );
  const { id } = await bench.run({ body: chatBody({ messages: [{ role: 'user', content: secret }] }) });
  const other = await bench.run({ body: chatBody({ user: 'other' }) });
  await handlers.har({ ids: [id, other.id] }, callContext);
  await handlers.keepBody({ id, side: 'response' }, callContext);
  const holding = () =>
    readdirSync(bench.folder).filter((name) => readFileSync(path.join(bench.folder, name)).includes(secret));
  expect(holding()).not.toEqual([]);
  // The other response has the same text.
  await handlers.forget({ ids: [id, other.id] }, callContext);
  expect(holding()).toEqual([]);
  expect([...bench.made.keys()]).toEqual([]);
});

test('files made from exchanges are deleted with the process, even if it crashed', async () => {
  const { bench, handlers } = await setUp(({ socket }) => socket.write(json(completion())));
  const { id } = await bench.run();
  await handlers.har({ ids: [id] }, callContext);
  await bench.restart();
  expect(bench.made.size).toBe(0);
  const left = await bench.exchanges.handlers.keepBody({ id, side: 'response' }, callContext);
  // As if its process had died: its row is missing.
  bench.db.sql.prepare('UPDATE exchange_exports SET process_id = ?').run('dead');
  await bench.restart();
  await expect.poll(() => bench.made.has(left.id)).toBe(false);
});

test('a shorter retention applies at once, and pinned exchanges stay', async () => {
  const { bench, handlers } = await setUp(({ socket }) => socket.write(json(completion())));
  expect(handlers.retention({}, callContext)).toEqual({ days: 30, exchanges: 20_000, bytes: 2 * 1024 ** 3 });
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await bench.run()).id);
  await handlers.pin({ id: ids[0]!, pinned: true }, callContext);
  bench.db.sql.prepare('UPDATE exchanges SET started_at = started_at - ?').run(2 * 86_400_000);
  await handlers.setRetention({ days: 1, exchanges: 1_000, bytes: 1e9 }, callContext);
  expect(handlers.list({ limit: 5 }, callContext)).toMatchObject([{ id: ids[0] }]);
  expect(handlers.retention({}, callContext)).toMatchObject({ days: 1, exchanges: 1_000 });
});
