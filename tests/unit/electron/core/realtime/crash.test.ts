import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { openDemo, openRealtime } from '../../../../support/realtime/bench.ts';

/** How far recorded data may lag behind, plus a margin for a loaded machine. */
const behindMs = 250 + 250;

test('a session whose program was killed is interrupted, with its frames and audio up to the last moment', async () => {
  const gateway = await openDemo(60);
  const dataFolder = tempFolder();
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./crash-child.ts', import.meta.url)), dataFolder, gateway.url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const seen: { id: string; index: number; at: number }[] = [];
  let rest = '';
  child.stdout.on('data', (text) => {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) seen.push({ ...JSON.parse(line), at: performance.now() });
  });
  while (seen.length < 60) await once(child.stdout, 'data');
  const killedAt = performance.now();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const { client } = await openRealtime(gateway.url, { dataFolder });
  const id = seen[0]?.id ?? '';
  const [summary] = await client.realtime.sessions({});
  expect(summary).toMatchObject({ id, state: 'interrupted', model: 'demo-realtime', title: 'Tell me something' });
  const detail = await client.exchanges.get({ id });
  expect(detail).toMatchObject({ state: 'interrupted', failureCode: 'app-ended', status: 101 });
  const parts: SessionPart[] = [];
  for await (const part of client.realtime.attach({ id })) parts.push(part);
  expect(parts.at(-1)).toMatchObject({ type: 'ended', state: 'interrupted', failure: { code: 'app-ended' } });
  const kept = new Set(parts.flatMap((part) => (part.type === 'frame' ? [part.frame.index] : [])));
  const missed = seen.filter(({ index, at }) => at < killedAt - behindMs && !kept.has(index));
  expect(missed, `${kept.size} frames kept of ${seen.length} told`).toEqual([]);

  const spoken = seen.filter(({ at }) => at < killedAt - 1000).length;
  const track = statSync(path.join(dataFolder, 'sessions', `${id}.person.pcm`));
  expect(track.size).toBeGreaterThanOrEqual(spoken * 960);
  const { person, model } = await client.realtime.tracks({ id });
  expect(person?.sizeBytes).toBe(model?.sizeBytes);
});
