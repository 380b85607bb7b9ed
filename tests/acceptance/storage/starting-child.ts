// A core on a data folder: prints the time until the first calls of a page were answered, then the duration of the
// background check, or keeps running until it is killed.

import path from 'node:path';
import { createCore } from '#core/index.ts';
import { runInWorker } from '#core/store/maintenance/worker-queue.ts';
import { callContext } from '../../support/core/call-context.ts';
import { createHostServices } from '../../support/core/create-host-services.ts';

const [, , folder = '', stays = ''] = process.argv;
const began = performance.now();
const core = await createCore(createHostServices({ dataFolder: folder }));
const { host, settings, connections, library } = core.handlers;
const info = await host.info({}, callContext);
await settings.all({}, callContext);
await connections.list({}, callContext);
const { length } = await library.conversations({ panel: 'chat' }, callContext);
const startMs = performance.now() - began;
if (stays === 'stays') {
  process.stdout.write('ready\n');
  setInterval(() => {}, 1_000);
} else {
  const checkBegan = performance.now();
  const isIntact = await runInWorker({ kind: 'check', file: path.join(folder, 'patchbay.db') }).result;
  const checkMs = performance.now() - checkBegan;
  process.stdout.write(
    `${JSON.stringify({ startMs, checkMs, isSound: isIntact, notices: info.notices, conversations: length })}\n`,
  );
  await core.close();
}
