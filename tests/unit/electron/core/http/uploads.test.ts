import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { chatBody, memoryFile } from '../../../../support/exchange/bench.ts';
import { completion } from '../../../../support/exchange/chat-wire.ts';
import { json } from '../../../../support/exchange/wire-server.ts';
import { callContext, setUp } from '../exchange/set-up.ts';

test('files inside a JSON body are sent as base64 in place of their tokens, with an exact length', async () => {
  const { bench, server } = await setUp(async ({ socket, body }) => {
    await body;
    socket.write(json(completion()));
  });
  const bytes = Buffer.from(Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256));
  bench.files.set('f1', memoryFile('a.png', 'image/png', bytes));
  bench.files.set('f2', memoryFile('b.png', 'image/png', Buffer.from('xy')));
  const messages = [{ role: 'user', content: ['@@one@@', '@@two@@', '@@one@@', 'grüße'] }];
  const inline = [
    { token: '@@one@@', fileId: 'f1' },
    { token: '@@two@@', fileId: 'f2' },
  ];
  const draft = { body: { ...chatBody({ messages }), inline } };
  const preview = await bench.exchanges.handlers.preview(bench.draft(draft), callContext);
  const { end, id } = await bench.run(draft);
  expect(end.state).toBe('done');
  const sent = (await server.requests[0]?.body)?.toString() ?? '';
  expect(JSON.parse(sent).messages[0].content).toEqual([
    bytes.toString('base64'),
    'eHk=',
    bytes.toString('base64'),
    'grüße',
  ]);
  expect(preview.bodyBytes).toBe(Buffer.byteLength(sent));
  const detail = await bench.exchanges.handlers.get({ id }, callContext);
  expect(detail.request.bodyBytes).toBe(Buffer.byteLength(sent));
  expect(detail.draft?.body).toEqual({ kind: 'json', text: draft.body.text, inline });
  bench.files.clear();
  expect((await bench.run(draft)).end).toMatchObject({ sent: 'not-sent', error: { code: 'bad-draft' } });
});

test('an upload is streamed with its progress, and its record names the file instead of containing it', async () => {
  const { bench, server } = await setUp(async ({ socket, body }) => {
    await body;
    socket.write(json({ text: 'done' }));
  });
  const bytes = Buffer.alloc(20_000_000, 'RIFF');
  bench.files.set('f1', {
    ...memoryFile('talk.wav', 'audio/wav', bytes),
    async *stream() {
      for (let at = 0; at < bytes.length; at += 1_000_000) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        yield bytes.subarray(at, at + 1_000_000);
      }
    },
  });
  const fields = [
    { kind: 'text' as const, name: 'model', value: 'm' },
    { kind: 'file' as const, name: 'file', fileId: 'f1' },
  ];
  const { parts, end, id } = await bench.run({ routeId: 'audio.transcriptions', body: { kind: 'form', fields } });
  expect(end.state).toBe('done');
  const sending = parts.flatMap((part) => (part.type === 'progress' && part.stage === 'sending' ? [part] : []));
  expect(sending.length).toBeGreaterThan(2);
  const counts = sending.map(({ sentBytes = 0 }) => sentBytes);
  expect(counts).toEqual([...counts].sort((first, second) => first - second));
  expect(sending.every(({ totalBytes }) => totalBytes === Number(server.requests[0]?.headers.at(-1)?.[1]))).toBe(true);
  const kept = await bench.exchanges.handlers.body({ id, side: 'request', offset: 0, length: 4_194_304 }, callContext);
  expect(Buffer.from(kept.base64, 'base64').toString()).toContain('[20000000 bytes of talk.wav, audio/wav]');
  expect(kept.totalBytes).toBeLessThan(1000);
  expect((await server.requests[0]?.body)?.length).toBe(
    (await bench.exchanges.handlers.get({ id }, callContext)).request.bodyBytes,
  );
});
