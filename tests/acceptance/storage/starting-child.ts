// A core on a data folder: prints how long it took until the first questions of a page were answered, then how long the
// background check took, or stays until it is killed.

import path from 'node:path';
import { createCore } from '#core/index.ts';
import { runInWorker } from '#core/store/maintenance/worker-queue.ts';
import { asked } from '../../support/core/asked.ts';
import { createHostServices } from '../../support/core/create-hands.ts';

const [, , folder = '', stays = ''] = process.argv;
const began = performance.now();
const core = await createCore(createHostServices({ dataFolder: folder }));
const { host, settings, connections, library } = core.handlers;
const info = await host.info({}, asked);
await settings.all({}, asked);
await connections.list({}, asked);
const { length } = await library.conversations({ panel: 'chat' }, asked);
const startMs = performance.now() - began;
if (stays === 'stays') {
  process.stdout.write('ready\n');
  setInterval(() => {}, 1_000);
} else {
  const checkBegan = performance.now();
  const isAudio = await runInWorker({ kind: 'check', file: path.join(folder, 'patchbay.db') }).result;
  const checkMs = performance.now() - checkBegan;
  process.stdout.write(
    `${JSON.stringify({ startMs, checkMs, isSound: isAudio, notices: info.notices, conversations: length })}\n`,
  );
  await core.close();
}
