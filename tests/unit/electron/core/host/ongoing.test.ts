import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Destination } from '#shared/contract/destination.ts';
import { contract } from '#shared/contract/index.ts';
import { createCore } from '../../../../../electron/core/index.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const callContext = { signal: new AbortController().signal };
const bodyCanary = 'BODY-CANARY '.repeat(400_000);

/** A core with one connection to a server that reads a body only on demand, and a clock that the test can advance. */
async function open() {
  const read = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const answer = { choices: [{ message: { content: 'BODY-CANARY back' }, finish_reason: 'stop' }] };
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
    void read.promise.then(() => request.resume());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const notified: { title: string; body: string; to: Destination }[] = [];
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, monotonic: () => performance.now() + ahead };
  const hostServices = createHostServices({
    dataFolder: tempFolder(),
    shell: {
      openLink: async () => {},
      chooseSavePath: async () => null,
      notify: (title, body, to) => void notified.push({ title, body, to }),
    },
  });
  const core = await createCore(hostServices, { clock });
  onTestFinished(async () => {
    await core.close();
    server.close();
  });
  const wait = (ms: number) => {
    ahead += ms;
  };
  const baseAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const connection = await core.handlers.connections.save(
    contract.connections.save.input.parse({ name: 'Here', baseAddress }),
    callContext,
  );
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: bodyCanary }] });
  const draft = contract.exchanges.run.input.parse({
    connectionId: connection.id,
    routeId: 'chat.completions',
    body: { kind: 'json', text: body },
  });
  return { core, connectionId: connection.id, draft, notified, read: read.resolve, wait };
}

test('a large body being sent is known with its progress, and over once it is sent', async () => {
  const { core, draft, notified, read } = await open();
  const shares: number[][] = [];
  expect(core.ongoing()).toEqual([]);
  for await (const part of core.handlers.exchanges.run(draft, callContext)) {
    if (part.type !== 'progress' || part.silence) continue;
    if (part.stage === 'sending') {
      shares.push(core.ongoing());
      read();
    }
    if (part.stage === 'waiting') expect(core.ongoing()).toEqual([]);
  }
  expect(shares[0]).toHaveLength(1);
  expect(shares[0]?.[0]).toBeLessThan(1);
  expect(core.ongoing()).toEqual([]);
  // It took less than half a minute.
  expect(notified).toEqual([]);
});

test('a request of half a minute is reported once, without any content sent or received', async () => {
  const { core, draft, notified, read, wait } = await open();
  let id = '';
  for await (const part of core.handlers.exchanges.run(draft, callContext)) {
    if (part.type === 'run-start') {
      id = part.exchangeId;
      wait(31_000);
      read();
    }
  }
  await expect.poll(() => notified.length).toBe(1);
  expect(notified[0]).toMatchObject({ title: 'Request finished', to: { kind: 'exchange', id } });
  expect(notified[0]?.body).toMatch(/^m · Here · 3\d\.\d s$/);
});

test('a finished check is reported by its name and numbers', async () => {
  const { core, connectionId, notified, read } = await open();
  read();
  const { input } = contract.checks.start.input.parse({ input: { connectionId, routeIds: ['models'] } });
  const { runId: id } = await core.handlers.checks.start({ input }, callContext);
  await expect.poll(() => notified.length).toBe(1);
  expect(notified[0]).toMatchObject({ title: 'Check finished', to: { kind: 'check', connectionId, id } });
  expect(notified[0]?.body).toMatch(/ · Here · 1 of 1 cells$/);
});
