import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCore } from '#core/index.ts';
import { startDemoGateway } from '#demo/gateway.ts';
import { createFileLinks } from '../../electron/browser/file-links.ts';
import { createBrowserHostServices } from '../../electron/browser/host-services.ts';
import { startLoopback } from '../../electron/browser/serve.ts';
import { openBuiltPage } from '../../electron/hosting/built-page.ts';
import { createMemoryVault } from '../../electron/hosting/keyring-vault.ts';

/** A browser host in a folder of its own, which is deleted with the process, connected to a demo gateway. */
export async function openDemoHost(paceTokensPerSecond: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'));
  process.env.PATCHBAY_DATA_DIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const links = createFileLinks();
  const startDemo = () => startDemoGateway({ paceTokensPerSecond });
  const core = await createCore(
    createBrowserHostServices({ version: 'bench', vault: createMemoryVault(), links, startDemo }),
  );
  const { signal } = new AbortController();
  await core.handlers.demo.start({}, { signal });
  const [connection] = await core.handlers.connections.list({}, { signal });
  if (!connection) throw new Error('the demo gateway has no connection');
  return {
    handlers: core.handlers,
    connection,
    signal,
    /** Serves the built page until the parent process lets go, and tells it the address. */
    async serve(): Promise<void> {
      const page = await openBuiltPage(path.join(import.meta.dirname, '../../dist/renderer'));
      const { address } = await startLoopback({ handlers: core.handlers, files: core.files, links, page });
      process.on('disconnect', () => process.exit());
      process.send?.(address);
    },
  };
}
