// The browser host with a demo gateway and conversations of several lengths: host.ts <tokens per second> <messages ...>
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCore } from '#core/index.ts';
import { startDemoGateway } from '#demo/gateway.ts';
import { createFileLinks } from '../../../electron/browser/file-links.ts';
import { createBrowserHostServices } from '../../../electron/browser/host-services.ts';
import { startLoopback } from '../../../electron/browser/serve.ts';
import { openBuiltPage } from '../../../electron/hosting/built-page.ts';
import { createMemoryVault } from '../../../electron/hosting/keyring-vault.ts';
import { emptyAnswer } from '../../../renderer/panels/chat/model/answer.ts';
import { newConversation, type Turn } from '../../../renderer/panels/chat/model/conversation.ts';
import { rowOf } from '../../../renderer/panels/chat/model/stored-conversation.ts';
import { messageText } from './texts.ts';

const [pace = '', ...lengths] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'));
process.env.PATCHBAY_DATA_DIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const links = createFileLinks();
const startDemo = () => startDemoGateway({ paceTokensPerSecond: Number(pace) });
const core = await createCore(
  createBrowserHostServices({ version: 'bench', vault: createMemoryVault(), links, startDemo }),
);
const { signal } = new AbortController();
await core.handlers.demo.start({}, { signal });
const [connection] = await core.handlers.connections.list({}, { signal });
if (!connection) throw new Error('the demo gateway has no connection');

for (const [number, length] of lengths.entries()) {
  const turns = Array.from({ length: Number(length) }, (_, at): Turn => {
    const node = { id: `t${at}`, parentId: at === 0 ? null : `t${at - 1}`, createdAt: at };
    const text = messageText(at);
    if (at % 2 === 0) return { ...node, role: 'user', text, attachments: [] };
    const answer = { ...emptyAnswer, state: 'done' as const, text, finishReason: 'stop', status: 200 };
    const { id: connectionId } = connection;
    return {
      ...node,
      role: 'assistant',
      routeId: 'chat.completions',
      connectionId,
      model: 'demo-long',
      exchangeId: null,
      answer,
    };
  });
  const conversation = {
    ...newConversation(`c${number}`, 0, { connectionId: connection.id, model: 'demo-long' }),
    // Without the names, each opening would look for the record of the newest reply.
    connectionName: connection.name,
    title: `${length} messages`,
    named: true,
    turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])),
  };
  const { parts: saved = [], ...row } = rowOf(conversation);
  const parts = saved.map(({ id, write }) => ({ id, ...write() }));
  await core.handlers.library.save(
    {
      ...row,
      parts: parts.map(({ id, content }) => ({ id, content })),
      passages: parts.map(({ id, text }) => ({ messageId: id, text })),
      revision: 0,
    },
    { signal },
  );
}
const loopback = await startLoopback({
  handlers: core.handlers,
  files: core.files,
  links,
  page: await openBuiltPage(path.join(import.meta.dirname, '../../../dist/renderer')),
});
process.on('disconnect', () => process.exit());
process.send?.(loopback.address);
