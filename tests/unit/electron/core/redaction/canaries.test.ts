import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Exchanges } from '../../../../../electron/core/exchange/exchanges.ts';
import { type DraftInput, snippetLanguages } from '../../../../../shared/contract/exchanges.ts';
import { AppError } from '../../../../../shared/protocol/failure.ts';
import type { Part } from '../../../../../shared/protocol/part.ts';
import { all, type Bench, chatBody, collect, never, type Ran } from '../../../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';
import { completion, delta, done, finish, streamed } from '../../../../support/exchange/chat-wire.ts';
import { echoes } from '../../../../support/exchange/echoes.ts';
import { json } from '../../../../support/exchange/wire-server.ts';
import { setUp } from '../exchange/set-up.ts';

/** A body as a file, or why there is none. */
const keptBody = async ({ keepBody }: Exchanges['handlers'], id: string, side: 'request' | 'response') => {
  try {
    return await keepBody({ id, side }, { signal: never });
  } catch (thrown) {
    return thrown;
  }
};

/** All output of the core about one exchange, and every byte it stores of it. */
async function everything({ exchanges: { handlers }, folder, made }: Bench, { id, parts }: Ran): Promise<unknown[]> {
  const callContext = { signal: never };
  const side = (which: 'request' | 'response') =>
    handlers.body({ id, side: which, offset: 0, length: 4_194_304 }, callContext);
  const bodies = [await side('request'), await side('response')].map(({ base64 }) => Buffer.from(base64, 'base64'));
  return [
    parts,
    ...bodies,
    await handlers.get({ id }, callContext),
    handlers.list({ limit: 100 }, callContext),
    await all(handlers.watch({ id }, callContext)),
    await all(handlers.events({ id, from: 0 }, callContext)),
    ...(await Promise.all(snippetLanguages.map(async (language) => handlers.snippet({ id, language }, callContext)))),
    await handlers.har({ ids: [id] }, callContext),
    ...(await Promise.all((['request', 'response'] as const).map((which) => keptBody(handlers, id, which)))),
    ...made.values(),
    handlers.counts({}, callContext),
    ...readdirSync(folder).map((name) => readFileSync(path.join(folder, name))),
  ];
}

async function expectClean(bench: Bench, ran: Ran): Promise<void> {
  for (const shown of await everything(bench, ran)) expect(canariesIn(shown)).toEqual([]);
}

const chat: Partial<DraftInput> = {};
const native: Partial<DraftInput> = {
  routeId: 'native.generateContent',
  params: { model: 'm-1' },
  body: { kind: 'json', text: '{"contents":[{"parts":[{"text":"Hi"}]}]}' },
};
for (const [surface, draft] of [
  ['Bearer', chat],
  ['native header', native],
] as const)
  test.each(echoes)(
    `a key of the ${surface} that comes back as %s is shown and stored nowhere`,
    async (_, echo, stream) => {
      const { bench, server } = await setUp(echo(canaryKey));
      const body = draft === chat ? chatBody(stream ? { stream } : {}) : draft.body;
      const ran = await bench.run({ ...draft, ...(body ? { body } : {}) });
      expect(server.requests[0]?.head).toContain(canaryKey);
      await expectClean(bench, ran);
    },
  );

test('a key that a model spells out is redacted in the text, and nothing around it is lost', async () => {
  const pieces = canaryKey.match(/.{1,3}/g) ?? [];
  const { bench } = await setUp(
    streamed(delta('Your key is '), ...pieces.map(delta), delta(', keep it.'), finish, done),
  );
  const ran = await bench.run({ body: chatBody({ stream: true }) });
  expect(ran.text).toMatch(/^Your key is .*\[redacted key\], keep it\.$/);
  await expectClean(bench, ran);
  // Not even when the recorded chunks are joined again.
  const again = collect(await all(bench.exchanges.handlers.watch({ id: ran.id }, { signal: never })));
  expect(canariesIn(again.text)).toEqual([]);
});

test('a key in the prompt is sent as typed and stored redacted', async () => {
  const { bench, server } = await setUp(({ socket }) => socket.write(json(completion())));
  const typed = chatBody({ messages: [{ role: 'user', content: `Is ${canaryKey} a good key?` }] });
  const ran = await bench.run({ body: typed });
  expect((await server.requests[0]?.body)?.toString()).toBe(typed.text);
  await expectClean(bench, ran);
});

test.each([
  ['a line break', `${canaryKey.slice(0, 20)}\n${canaryKey.slice(20)}`],
  ['a NUL', `${canaryKey}\0`],
  ['letters outside Latin-1', `${canaryKey}\u4f60`],
  ['a space in front', ` ${canaryKey}`],
  ['a space behind', `${canaryKey} `],
  ['a space inside', `${canaryKey.slice(0, 20)} ${canaryKey.slice(20)}`],
])('a key with %s is refused before it is used', async (_, secret) => {
  const { bench, server } = await setUp(() => {}, { secret });
  const ran = await bench.run();
  expect(ran.end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'invalid-key' } });
  const error = new AppError(ran.end.error as NonNullable<typeof ran.end.error>);
  for (const shown of [error, inspect(error, { depth: 9 }), String(error.stack)]) expect(canariesIn(shown)).toEqual([]);
  await expectClean(bench, ran);
  expect(server.receivedBytes()).toBe(0);
});

test('a password in the base address is refused and not shown', async () => {
  const { bench, server } = await setUp(() => {}, { connection: { baseAddress: `https://me:${canaryKey}@gw.test` } });
  const ran = await bench.run();
  expect(ran.end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'invalid-address' } });
  await expectClean(bench, ran);
  expect(server.receivedBytes()).toBe(0);
});

test('a native key is sent in its header and never in the request line', async () => {
  const { bench, server } = await setUp(({ socket }) => socket.write(json({ models: [] })));
  await bench.run(native);
  expect(server.requests[0]?.target).toBe('/v1beta/models/m-1:generateContent');
  expect(server.requests[0]?.headers).toContainEqual(['x-vendor-api-key', canaryKey]);
  expect(server.requests[0]?.head).not.toMatch(/authorization/i);
});

test('with a key in the query the address is redacted everywhere', async () => {
  const { bench, server } = await setUp(({ socket }) => socket.resetAndDestroy(), {
    connection: { nativeKeyStyle: 'query' },
  });
  const preview = await bench.exchanges.handlers.preview(bench.draft(native), { signal: never });
  expect(preview.address).toMatch(/generateContent\?key=\[redacted key\]$/);
  expect(canariesIn(preview)).toEqual([]);
  const ran = await bench.run(native);
  expect(server.requests[0]?.target).toBe(`/v1beta/models/m-1:generateContent?key=${canaryKey}`);
  await expectClean(bench, ran);
  const { text } = await bench.exchanges.handlers.snippet({ id: ran.id, language: 'curl' }, { signal: never });
  expect(text).toContain('?key=$PATCHBAY_API_KEY"');
});

test('the compatible listing gets Bearer and nothing else', async () => {
  const { bench, server } = await setUp(({ socket }) => socket.write(json({ data: [] })), {
    connection: { nativeKeyStyle: 'query' },
  });
  await bench.run({ routeId: 'models', body: { kind: 'none' } });
  expect(server.requests[0]?.target).toBe('/v1/models');
  expect(server.requests[0]?.head).not.toMatch(/api-key/i);
  expect(server.requests[0]?.headers).toContainEqual(['Authorization', `Bearer ${canaryKey}`]);
});

test.each([
  ['X-Bad\r\nInjected', '1'],
  ['X-Bad', '1\r\nInjected: 1'],
  ['X-Bad', '1\0'],
  ['X:Bad', '1'],
  ['', '1'],
  ['X Bad', '1'],
  ['X-Bad', '\u4f60'],
  ['Host', 'evil.test'],
  ['Content-Length', '1'],
  ['transfer-encoding', 'chunked'],
  ['Connection', 'close'],
  ['authorization', 'Bearer x'],
  ['X-Vendor-Api-Key', 'x'],
])('the header %j: %j cannot be added', async (name, value) => {
  for (const change of [{ connection: { headers: [[name, value]] as [string, string][] } }, {}]) {
    const { bench, server } = await setUp(() => {}, change);
    const { end } = await bench.run('connection' in change ? {} : { headers: [[name, value]] });
    expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'bad-draft', param: name } });
    expect(server.receivedBytes()).toBe(0);
  }
});

test('custom headers are sent, and their values are redacted like keys', async () => {
  const { bench, server } = await setUp(({ socket, head }) => socket.write(json({ ...completion(), head })), {
    connection: { headers: [['X-Gateway-Token', 'token-of-gateway-9']] },
  });
  const ran = await bench.run({
    headers: [
      ['X-Other-Secret', 'Bearer other-secret-8'],
      ['Accept-Language', 'de-CH'],
    ],
  });
  expect(server.requests[0]?.headers).toEqual(
    expect.arrayContaining([
      ['X-Gateway-Token', 'token-of-gateway-9'],
      ['X-Other-Secret', 'Bearer other-secret-8'],
      ['Accept-Language', 'de-CH'],
    ]),
  );
  const shown = inspect(await everything(bench, ran), { depth: 9, maxStringLength: null, maxArrayLength: null });
  expect(shown).not.toMatch(/token-of-gateway-9|other-secret-8/);
  expect(shown).toContain('de-CH');
});

test('neither the parts of a run nor the exchanges object expose the key', async () => {
  const { bench } = await setUp(streamed(delta('Hi'), finish, done));
  const parts: Part[] = [];
  for await (const part of bench.exchanges.handlers.run(bench.draft({ body: chatBody({ stream: true }) }), {
    signal: never,
  })) {
    parts.push(part);
    expect(canariesIn(part)).toEqual([]);
  }
  expect(canariesIn(bench.exchanges)).toEqual([]);
  expect(collect(parts).end.state).toBe('done');
});

test('a key spelled in the arguments of a call is redacted, and the call stays a call', async () => {
  const call = (fields: object) =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...fields }] } }] })}\n\n`;
  const pieces = `{"key":"${canaryKey}"}`.match(/.{1,4}/g) ?? [];
  const end = `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })}\n\n`;
  const { bench } = await setUp(
    streamed(
      call({ id: 'c1', type: 'function', function: { name: 'use', arguments: '' } }),
      ...pieces.map((text) => call({ function: { arguments: text } })),
      end,
      done,
    ),
  );
  const ran = await bench.run({ body: chatBody({ stream: true }) });
  const deltas = ran.parts.flatMap((part) => (part.type === 'tool-delta' ? [part.arguments ?? ''] : [])).join('');
  expect(deltas).toMatch(/^\{"key":".*\[redacted key\]"\}$/);
  expect(ran.parts).toContainEqual(expect.objectContaining({ type: 'tool-call', name: 'use' }));
  await expectClean(bench, ran);
});
