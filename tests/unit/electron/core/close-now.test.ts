import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startDemoGateway } from '#demo/gateway.ts';
import { chatDraft, openCore, readParts, textOf } from '../../../support/core/open-core.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';

test('an immediate close leaves a clean end and every byte received, before anything asynchronous runs', async () => {
  const dataFolder = tempFolder();
  const startDemo = () => startDemoGateway({ paceTokensPerSecond: 20 });
  const first = await openCore({ dataFolder, startDemo });
  const { connectionId } = await first.client.demo.start({});
  const received: string[] = [];
  let exchangeId = '';
  for await (const part of first.client.exchanges.run({
    ...chatDraft(connectionId ?? '', 'Tell me a long story.', 'demo-long'),
    options: { finishAlone: true },
  })) {
    if (part.type === 'run-start') exchangeId = part.exchangeId;
    if (part.type === 'text-delta') received.push(part.text);
    if (received.length >= 5) break;
  }
  first.closeNow();

  // Written only when the database closed cleanly.
  expect(existsSync(path.join(dataFolder, 'patchbay.db-seal'))).toBe(true);
  const sql = new DatabaseSync(path.join(dataFolder, 'patchbay.db'), { readOnly: true });
  expect(sql.prepare('SELECT count(*) AS count FROM processes').get()).toEqual({ count: 0 });
  sql.close();

  const second = await openCore({ dataFolder, startDemo });
  expect((await second.client.host.info({})).notices).toEqual([]);
  const kept = await readParts(second.client.exchanges.watch({ id: exchangeId }));
  expect(kept.at(-1)).toMatchObject({ type: 'run-end' });
  expect(kept.at(-1)).not.toMatchObject({ state: 'done' });
  expect(textOf(kept).startsWith(received.join(''))).toBe(true);
});
