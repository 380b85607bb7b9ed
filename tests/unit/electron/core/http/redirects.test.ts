import { expect, onTestFinished, test } from 'vitest';
import { never, startBench } from '../../../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';
import { redirectCells, redirectStatuses, tryRedirects } from '../../../../support/exchange/redirect-cells.ts';
import { json, respond } from '../../../../support/exchange/wire-server.ts';
import { serve } from './send-to.ts';

test.each(redirectCells)('no redirect takes $credential of a request ($kind) to another origin', async (cell) => {
  const { asked, leakedBytes, areAllTold } = await tryRedirects(cell);
  expect(asked.length).toBe(redirectStatuses.length);
  expect(asked.every(cell.carries)).toBe(true);
  expect(areAllTold).toBe(true);
  expect(leakedBytes).toBe(0);
});

test('these are all kinds of requests with all kinds of credentials', () => {
  const kinds = new Set(redirectCells.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(['download', 'handshake', 'poll', 'stream', 'unary', 'upload']);
  expect(redirectCells.length).toBe(kinds.size * 4);
});

test.each([
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest',
  '//other.test/x',
  'https://127.0.0.1/x',
  'javascript:alert(1)',
  'http://user:pass@other.test/x',
])('a GET is not redirected to %s, and the target is shown', async (location) => {
  const server = await serve(({ socket }) => socket.write(respond(302, { location }, '')));
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  const { end } = await bench.run({ routeId: 'models', body: { kind: 'none' } });
  expect(end).toMatchObject({ state: 'failed', error: { code: 'redirect' } });
  expect(end.error?.message).toContain(location.replace('user:pass@', '').replace(/^\/\//, ''));
  expect(end.error?.message).not.toContain('user:pass');
  expect(server.requests.length).toBe(1);
});

test('the same host at another port is another origin', async () => {
  const other = await serve(({ socket }) => socket.write(json({ data: [] })));
  const server = await serve(({ socket }) =>
    socket.write(respond(307, { location: `http://127.0.0.1:${other.port}/v1/models` }, '')),
  );
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  expect((await bench.run({ routeId: 'models', body: { kind: 'none' } })).end.error?.code).toBe('redirect');
  expect(other.receivedBytes()).toBe(0);
});

test('17: a GET follows redirects within its own origin, five at most', async () => {
  let hops = 5;
  const server = await serve(({ socket, target }) => {
    const hop = Number(new URL(target, 'http://x').searchParams.get('hop') ?? 0);
    socket.write(
      hop < hops
        ? respond(302, { location: `/v1/models?hop=${hop + 1}` }, 'go on')
        : json({ object: 'list', data: [{ id: 'm-1', object: 'model' }] }),
    );
  });
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  const draft = { routeId: 'models', body: { kind: 'none' } } as const;
  expect((await bench.run(draft)).end.state).toBe('done');
  expect(server.requests.length).toBe(6);
  expect(server.requests.every(({ head }) => head.includes(canaryKey))).toBe(true);
  hops = 6;
  expect((await bench.run(draft)).end).toMatchObject({ state: 'failed', error: { code: 'redirect' } });
  expect(server.requests.length).toBe(12);
});

test('17: a POST follows no redirect, even within its own origin', async () => {
  const server = await serve(({ socket }) => socket.write(respond(307, { location: '/v1/elsewhere' }, '')));
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  const { end } = await bench.run();
  expect(end).toMatchObject({ state: 'failed', error: { code: 'redirect' } });
  expect(server.requests.length).toBe(1);
});

test('a redirect with the key in its target shows no key', async () => {
  const server = await serve(({ socket }) =>
    socket.write(respond(302, { location: `http://other.test/?k=${canaryKey}` }, '')),
  );
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  const { end, id } = await bench.run({ routeId: 'models', body: { kind: 'none' } });
  expect(canariesIn(end)).toEqual([]);
  expect(canariesIn(await bench.exchanges.handlers.get({ id }, { signal: never }))).toEqual([]);
});
