import { Buffer } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionPart } from '#shared/contract/realtime.ts';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import type { ExchangeKind } from '#shared/protocol/outcomes.ts';
import { canaryKey } from '../support/exchange/canary.ts';
import type { CellOutcome } from './cell.ts';
import {
  expectEndedSession,
  expectNewSession,
  expectPlain,
  expectSameSession,
  expectTask,
  expectVideo,
} from './checks/check-host.ts';
import { beginIn, fillMemory, kill, loseVault, newWorld, type Struck, shutDown, type World } from './host-plays.ts';
import { cells } from './matrix/host.ts';

type Check = (struck: Struck, outcome: CellOutcome) => unknown;
type Found = { download: TaskDetail; poll: TaskDetail };

const plain =
  (kind: 'unary' | 'sse' | 'upload'): Check =>
  (struck, outcome) =>
    expectPlain(struck, kind, outcome);

/** Strikes once, and then checks each kind of work in its own test. */
function play(
  row: string,
  strike: () => Promise<Struck>,
  checks: Pick<Record<ExchangeKind, Check>, 'download' | 'session' | 'poll'>,
): void {
  const all: Record<ExchangeKind, Check> = {
    unary: plain('unary'),
    sse: plain('sse'),
    upload: plain('upload'),
    ...checks,
  };
  describe(row, () => {
    let struck: Struck | undefined;
    beforeAll(async () => {
      // On a very busy machine the awaited state may have passed before it was seen: then it is struck once more.
      const first = strike();
      const soon = await Promise.race([first, wait(patienceMs, null)]);
      if (soon === null) void first.then((late) => late.close()).catch(() => {});
      struck = soon ?? (await strike());
    }, 120_000);
    afterAll(() => struck?.close());
    for (const cell of cells)
      if (cell.row === row && 'outcome' in cell)
        test(`${row} ${cell.column}: ${cell.fault}`, () => all[cell.column](struck as Struck, cell.outcome));
  });
}

const hour = 3_600_000;
const patienceMs = 30_000;
const rarely = { stepsMs: [[1, hour]], maxPollMs: hour } as const;

play(
  'sleep',
  async () => {
    const world = newWorld();
    const struck = await beginIn(world, {
      connection: { deadlines: { headersMs: 1500, idleMs: 1500 } },
      options: { taskTimings: rarely, sessionTimings: { wakeMs: 200 } },
    });
    const [socket] = struck.gateway.sockets;
    if (socket) socket.isDead = true;
    world.wallMs += hour;
    world.runMs += hour;
    const { bench, gateway, ids } = struck;
    for (const kind of ['unary', 'sse', 'upload'] as const) await bench.ended(ids[kind]);
    await bench.until(ids.poll, ({ polls }) => polls > 1);
    // The rest of the video is sent to every request.
    await bench.until(ids.download, ({ result }) => result.state === 'saved');
    gateway.release();
    await bench.client.tasks.refresh({ id: ids.poll });
    return struck;
  },
  { download: (struck) => expectVideo(struck, true), session: expectNewSession, poll: expectTask },
);

play(
  'sleep, still connected',
  async () => {
    const world = newWorld();
    const struck = await beginIn(world, { options: { taskTimings: rarely } });
    const { bench, gateway, ids } = struck;
    const looks = gateway.looks();
    world.wallMs += hour;
    world.runMs += hour;
    // Both are requested at once, and not at their scheduled time.
    await bench.sessionUntil(ids.session, ({ type }) => type === 'alive');
    await bench.until(ids.poll, ({ polls }) => polls > 1);
    expect(gateway.looks()).toBe(looks + 1);
    gateway.release();
    await bench.client.tasks.refresh({ id: ids.poll });
    return struck;
  },
  { download: (struck) => expectVideo(struck, false), session: expectSameSession, poll: expectTask },
);

const found = new Map<string, Found>();

play(
  'network',
  async () => {
    const world = newWorld();
    const struck = await beginIn(world, {
      isNamed: true,
      options: {
        taskTimings: { missMs: [hour, hour] },
        sessionTimings: { reconnectMs: [hour, hour] },
      },
    });
    const { bench, gateway, ids } = struck;
    gateway.name('EAI_AGAIN');
    gateway.drop();
    const download = await bench.until(ids.download, ({ result }) => result.state === 'paused');
    const poll = await bench.until(ids.poll, ({ pollFailure }) => pollFailure?.code === 'dns');
    await bench.sessionUntil(ids.session, (part) => part.type === 'stage' && part.stage === 'waiting-to-reconnect');
    found.set('network', { download, poll });
    gateway.name('127.0.0.1');
    gateway.release();
    world.networks = 'b';
    return struck;
  },
  {
    async download(struck) {
      expect(found.get('network')?.download.result).toMatchObject({ state: 'paused', failure: { code: 'dns' } });
      await expectVideo(struck, true);
    },
    session: expectNewSession,
    async poll(struck, { code }) {
      const task = found.get('network')?.poll;
      expect(task).toMatchObject({ state: 'running', watching: true, pollFailure: { code } });
      await expectTask(struck);
    },
  },
);

play(
  'gateway restarts',
  async () => {
    const struck = await beginIn(newWorld());
    await struck.gateway.down();
    struck.gateway.release();
    await struck.gateway.up();
    return struck;
  },
  { download: (struck) => expectVideo(struck, true), session: expectNewSession, poll: expectTask },
);

play(
  'vault',
  async () => {
    const struck = await loseVault();
    const { bench, gateway, ids } = struck;
    const download = await bench.until(ids.download, ({ result }) => result.state === 'paused');
    const poll = await bench.until(ids.poll, ({ paused }) => paused !== null);
    found.set('vault', { download, poll });
    // The session looks for its key before this one is entered.
    await bench.sessionUntil(ids.session, ({ type }) => type === 'ended');
    gateway.release();
    const [key] = await bench.client.keys.status({});
    await bench.client.keys.put({ id: key?.id, connectionId: bench.connectionId, alias: '', secret: canaryKey });
    return struck;
  },
  {
    async download(struck, { code }) {
      expect(found.get('vault')?.download.result).toMatchObject({ state: 'paused', failure: { code } });
      await expectVideo(struck, true);
    },
    session: expectEndedSession,
    async poll(struck, { code }) {
      const task = found.get('vault')?.poll;
      expect(task).toMatchObject({ state: 'running', paused: { why: 'key', failure: { code } } });
      await expectTask(struck);
    },
  },
);

/**
 * The poll that low memory prevented; then there is memory again.
 *
 * @param download as it was seen paused: it resumes by itself, and pauses again.
 */
async function readShort(row: string, struck: Struck, world: World, download?: TaskDetail): Promise<void> {
  const { bench, gateway, ids } = struck;
  const poll = await bench.until(ids.poll, ({ pollFailure }) => pollFailure?.code === 'memory');
  found.set(row, { download: download ?? (await bench.client.tasks.get({ id: ids.download })), poll });
  gateway.release();
  world.memoryShare = 0;
}

async function expectLookedAgain(row: string, struck: Struck, { code }: CellOutcome): Promise<void> {
  const task = found.get(row)?.poll;
  expect(task).toMatchObject({ state: 'running', watching: true, pollFailure: { code } });
  await expectTask(struck);
}

play(
  'memory',
  async () => {
    const world = newWorld();
    const struck = await fillMemory(world);
    const { bench, ids } = struck;
    const download = await bench.until(ids.download, ({ result }) => result.state === 'paused');
    await bench.sessionUntil(ids.session, ({ type }) => type === 'ended');
    const refused = await bench.client.realtime.start({ connectionId: bench.connectionId, model: 'm-talk' });
    const parts = await bench.sessionUntil(refused.id, () => false);
    expect(parts.at(-1)).toMatchObject({ type: 'ended', state: 'failed', failure: { code: 'memory' } });
    await readShort('memory', struck, world, download);
    return struck;
  },
  {
    async download(struck, { code }) {
      expect(found.get('memory')?.download.result).toMatchObject({ state: 'paused', failure: { code } });
      await expectVideo(struck, true);
    },
    async session(struck, outcome) {
      await expectEndedSession(struck, outcome);
      expect(struck.gateway.sockets).toHaveLength(1);
    },
    poll: (struck, outcome) => expectLookedAgain('memory', struck, outcome),
  },
);

play(
  'memory, while running',
  async () => {
    const world = newWorld();
    const struck = await beginIn(world);
    world.memoryShare = 0.81;
    await readShort('memory, while running', struck, world);
    return struck;
  },
  {
    download: (struck) => expectVideo(struck, false),
    session: expectSameSession,
    poll: (struck, outcome) => expectLookedAgain('memory, while running', struck, outcome),
  },
);

play('kill', kill, {
  download: (struck) => expectVideo(struck, null),
  session: expectEndedSession,
  async poll(struck) {
    const { marks } = await struck.bench.client.tasks.get({ id: struck.ids.poll });
    expect(marks.map(({ kind }) => kind)).toContain('restarted');
    await expectTask(struck);
  },
});

play(
  'page',
  async () => {
    const struck = await beginIn(newWorld());
    struck.bench.turnPage();
    struck.gateway.release();
    return struck;
  },
  { download: (struck) => expectVideo(struck, false), session: expectSameSession, poll: expectTask },
);

const beyond2038 = Date.UTC(2039, 0, 1);
play(
  'clock',
  async () => {
    const world = newWorld();
    const struck = await beginIn(world, { connection: { deadlines: { headersMs: 20_000, idleMs: 20_000 } } });
    const { bench, ids } = struck;
    for (const wallMs of [24 * hour, -24 * hour, beyond2038 - Date.now()]) {
      world.wallMs = wallMs;
      const { polls } = await bench.client.tasks.get({ id: ids.poll });
      await bench.until(ids.poll, (task) => task.polls > polls);
    }
    struck.gateway.release();
    return struck;
  },
  { download: (struck) => expectVideo(struck, false), session: expectSameSession, poll: expectTask },
);

play('shutdown', shutDown, {
  download: (struck) => expectVideo(struck, true),
  async session(struck, outcome) {
    const parts = await expectEndedSession(struck, outcome);
    const closed = parts.find((part): part is Extract<SessionPart, { type: 'closed' }> => part.type === 'closed');
    expect(closed).toMatchObject({ code: 1001, byUs: true });
    const goodbye = struck.gateway.sockets[0]?.got.find(({ op }) => op === 'close');
    expect(goodbye?.data.readUInt16BE(0) ?? Buffer.alloc(0)).toBe(1001);
  },
  poll: expectTask,
});
