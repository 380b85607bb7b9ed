/** `npm run dev:web`: the browser host with the page from its sources, reloading itself. `PORT` chooses the port. */
import path from 'node:path';
import { startBrowserHost } from './browser-host.ts';
import { openDevPage } from './dev-page.ts';
import { programVersion } from './program-version.ts';

const root = path.join(import.meta.dirname, '../..');
const host = await startBrowserHost({
  version: await programVersion(root),
  page: await openDevPage(root),
  port: Number(process.env.PORT ?? 0),
  strict: true,
});
console.log(`Patchbay is running at ${host.address}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await host.close();
    process.exit(0);
  });
