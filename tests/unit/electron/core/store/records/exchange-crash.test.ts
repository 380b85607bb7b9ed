import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { all, collect, never, startBench } from '../../../../../support/exchange/bench.ts';
import { delta } from '../../../../../support/exchange/chat-wire.ts';
import { chunk, chunkedHead, startRecordingServer } from '../../../../../support/exchange/wire-server.ts';

/** How far recorded data may lag behind what arrived, plus a margin for a loaded machine. */
const behindMs = 250 + 250;

test('a core killed mid-stream loses at most the last quarter of a second', async () => {
  const written: number[] = [];
  const server = await startRecordingServer(({ socket }) => {
    written.length = 0;
    socket.write(chunkedHead());
    const timer = setInterval(() => {
      socket.write(chunk(delta(`<${written.length}>`)));
      written.push(performance.now());
    }, 10);
    socket.on('close', () => clearInterval(timer));
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-crash-'));
  try {
    for (let cycle = 0; cycle < 4; cycle += 1) {
      const child = spawn(
        process.execPath,
        [path.join(import.meta.dirname, 'exchange-crash-child.ts'), folder, server.url],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, 150 + cycle * 170));
      const killedAt = performance.now();
      child.kill('SIGKILL');
      await once(child, 'exit');

      const bench = startBench(server.url, { folder });
      const [summary, ...others] = await bench.exchanges.handlers.list({ limit: 10 }, { signal: never });
      expect(summary).toMatchObject({ state: 'interrupted', failureCode: 'app-ended', status: 200, model: 'm-1' });
      expect(others.every(({ state }) => state === 'interrupted')).toBe(true);
      const { text, end } = collect(
        await all(bench.exchanges.handlers.watch({ id: summary?.id ?? '' }, { signal: never })),
      );
      expect(end).toMatchObject({ state: 'interrupted', sent: 'answered', error: { code: 'app-ended' } });
      const pieces = text.match(/<\d+>/g) ?? [];
      expect(text).toBe(pieces.map((_, index) => `<${index}>`).join(''));
      const lastKept = written[pieces.length - 1] ?? 0;
      const missed = written.filter((at) => at > lastKept && at < killedAt - behindMs);
      expect(missed, `${pieces.length} of ${written.length} kept`).toEqual([]);
      const detail = await bench.exchanges.handlers.get({ id: summary?.id ?? '' }, { signal: never });
      expect(detail.durationMs).toBeGreaterThan(0);
      expect(detail.timeline.receivedBytes).toBeGreaterThanOrEqual(detail.response?.bodyBytes ?? Number.NaN);
      expect(detail.draft?.body).toMatchObject({ kind: 'json', text: expect.stringContaining('"stream":true') });
      await bench.close();
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test('a core killed before any response leaves the request, which may have been processed', async () => {
  const server = await startRecordingServer(() => requested.resolve());
  const requested = Promise.withResolvers<void>();
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-crash-'));
  try {
    const child = spawn(process.execPath, [
      path.join(import.meta.dirname, 'exchange-crash-child.ts'),
      folder,
      server.url,
    ]);
    await requested.promise;
    child.kill('SIGKILL');
    await once(child, 'exit');
    const bench = startBench(server.url, { folder });
    const [summary] = await bench.exchanges.handlers.list({ limit: 10 }, { signal: never });
    const detail = await bench.exchanges.handlers.get({ id: summary?.id ?? '' }, { signal: never });
    expect(detail).toMatchObject({ state: 'interrupted', sent: 'maybe-processed', failure: { code: 'app-ended' } });
    await bench.close();
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 30_000);
