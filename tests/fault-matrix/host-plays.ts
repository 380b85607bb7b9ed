import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CoreOptions } from '#core/index.ts';
import { createMemoryVault } from '../support/core/memory-vault.ts';
import { connectionThrough } from '../support/gateways/doors.ts';
import { quick } from '../support/tasks/quick-timings.ts';
import { openSix, type SixBench } from './six/six-bench.ts';
import { type SixGateway, startSixGateway } from './six/six-gateway.ts';
import { admitAudio, beginSix, draftOf, type SixIds } from './six/six-works.ts';

/** Work of every kind, after a fault of the host struck it. */
export interface Struck {
  bench: SixBench;
  gateway: SixGateway;
  ids: SixIds;
  close(): Promise<void>;
}

/** The environment reported to a core. */
export interface World {
  /** Added to the wall clock, and to the monotonic clock; milliseconds. */
  wallMs: number;
  runMs: number;
  networks: string;
  /** Share of the program's memory, 0 to 1. */
  memoryShare: number;
}

function optionsIn(world: World, more: CoreOptions = {}): CoreOptions {
  return {
    ...more,
    clock: { now: () => Date.now() + world.wallMs, monotonic: () => performance.now() + world.runMs },
    networks: () => world.networks,
    memory: () => world.memoryShare,
    taskTimings: { tickMs: 20, ...more.taskTimings },
    sessionTimings: { tickMs: 20, ...more.sessionTimings },
  };
}

export const newWorld = (): World => ({ wallMs: 0, runMs: 0, networks: 'a', memoryShare: 0 });

const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'patchbay-host-'));

const closing = (folder: string, gateway: SixGateway, bench: () => SixBench | null) => async () => {
  await bench()?.close();
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
};

/** Work of every kind in progress in one core, which a test then strikes. */
export async function beginIn(
  world: World,
  {
    options = {},
    isNamed = false,
    ...more
  }: { options?: CoreOptions; isNamed?: boolean } & Omit<Parameters<typeof openSix>[2] & object, 'options'> = {},
): Promise<Struck> {
  const folder = newFolder();
  const gateway = await startSixGateway();
  const { baseAddress, ...connection } = connectionThrough(isNamed ? 'named' : 'plain', gateway.port);
  const bench = await openSix(folder, baseAddress, {
    ...more,
    connection: { ...connection, ...more.connection },
    options: optionsIn(world, options),
  });
  const ids = await beginSix(bench.client, bench.connectionId, bench.core, gateway);
  return { bench, gateway, ids, close: closing(folder, gateway, () => bench) };
}

/** The program is killed while everything is in progress, and started again. */
export async function kill(): Promise<Struck> {
  const folder = newFolder();
  const gateway = await startSixGateway();
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'six/six-child.ts'), folder, gateway.url, JSON.stringify(quick)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(child.stdout, 'data');
  await gateway.underWay;
  child.kill('SIGKILL');
  await once(child, 'close');
  gateway.release();
  const bench = await openSix(folder, gateway.url);
  return { bench, gateway, ids: JSON.parse(String(line)), close: closing(folder, gateway, () => bench) };
}

/** The program quits cleanly while everything is in progress, and is started again. */
export async function shutDown(): Promise<Struck> {
  const folder = newFolder();
  const gateway = await startSixGateway();
  const first = await openSix(folder, gateway.url);
  const ids = await beginSix(first.client, first.connectionId, first.core, gateway);
  await first.close();
  gateway.release();
  const bench = await openSix(folder, gateway.url);
  return { bench, gateway, ids, close: closing(folder, gateway, () => bench) };
}

/** Repeats the request of a plain exchange, and waits for the end. */
async function askAnew({ bench, ids }: Struck): Promise<SixIds> {
  const fileId = await admitAudio(bench.core);
  const again = async (kind: 'unary' | 'sse' | 'upload') => {
    for await (const part of bench.client.exchanges.run(draftOf(kind, bench.connectionId, fileId)))
      if (part.type === 'run-end') return part.exchangeId;
    return '';
  };
  return { ...ids, unary: await again('unary'), sse: await again('sse'), upload: await again('upload') };
}

/** The vault forgets everything, and every connection breaks. What is sent then is sent again. */
export async function loseVault(): Promise<Struck> {
  const vault = createMemoryVault();
  const struck = await beginIn(newWorld(), { hostServices: { vault } });
  vault.secrets.clear();
  struck.gateway.drop();
  return { ...struck, ids: await askAnew(struck) };
}

/** Memory becomes short, and every connection breaks. What is sent then is sent again. */
export async function fillMemory(world: World): Promise<Struck> {
  const struck = await beginIn(world);
  world.memoryShare = 0.81;
  struck.gateway.drop();
  return { ...struck, ids: await askAnew(struck) };
}
