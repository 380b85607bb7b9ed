import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import { runFacts } from '../../../../../electron/cli/output/part-printer.ts';
import { formatMs } from '../../../../../renderer/lib/i18n/format.ts';
import { foldResult, noResult } from '../../../../../renderer/panels/request/model/fold-answer.ts';
import { delta, done, finish, streamed } from '../../../../support/exchange/chat-wire.ts';
import { callContext, setUp, stream } from './set-up.ts';

const found = /(\d+ ms|\d+\.\d s|\d+:\d\d)/;

test('one exchange has one duration: patch line, response, list, drawer, verdict and terminal agree', async () => {
  const { bench } = await setUp(streamed(delta('Hi '), delta('there'), finish, done));
  const { id, parts } = await bench.run(stream);
  const end = parts.find((part) => part.type === 'run-end');
  if (end?.type !== 'run-end') throw new Error('the run has no end');
  const { handlers } = bench.exchanges;
  const detail = await handlers.get({ id }, callContext);
  const [row] = await handlers.list({ limit: 1 }, callContext);
  const took = formatMs(end.timeline.endMs ?? -1);
  // The patch line and the head of a panel fold the parts, live and from the record.
  const replayed: Part[] = [];
  for await (const part of handlers.watch({ id }, callContext)) replayed.push(part);
  for (const from of [parts, replayed]) expect(formatMs(from.reduce(foldResult, noResult).endMs ?? -1)).toBe(took);
  // The Wire list and the drawer show the record.
  expect([row?.durationMs, detail.durationMs].map((ms) => formatMs(ms ?? -1))).toEqual([took, took]);
  expect(detail.timeline.endMs).toBe(detail.durationMs);
  expect(found.exec(detail.verdict)?.[0]).toBe(took);
  expect(found.exec(runFacts(end, null, true))?.[0]).toBe(took);
});

test('the preview, the record and what the gateway received are the same bytes', async () => {
  const received: Promise<Buffer>[] = [];
  const { bench } = await setUp((request) => {
    received.push(request.body);
    return streamed(delta('Hi'), finish, done)(request);
  });
  const text =
    '{"model": "m",  "stream":true,\n\t"messages": [{"role":"user","content":"日本 \\u00e9 1.0"}], "n": 1.0}';
  const body = { kind: 'json' as const, text };
  const { handlers } = bench.exchanges;
  const preview = await handlers.preview(bench.draft({ body }), callContext);
  const { id } = await bench.run({ body });
  const { request, draft } = await handlers.get({ id }, callContext);
  const recorded = await handlers.body({ id, side: 'request', offset: 0, length: 10_000 }, callContext);
  expect((await received[0])?.toString('utf8')).toBe(text);
  expect(Buffer.from(recorded.base64, 'base64').toString('utf8')).toBe(text);
  expect(draft?.body).toMatchObject({ text });
  const bytes = Buffer.byteLength(text);
  const contentLength = request.headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  expect([preview.bodyBytes, request.bodyBytes, Number(contentLength)]).toEqual([bytes, bytes, bytes]);
});
