import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { openClient } from '../../support/open-client.ts';
import type { Patchbay } from '../../support/patchbay-process.ts';
import { openAt } from './open-at.ts';

interface SentBody {
  type: string;
  body: string | Buffer;
}

/** Opens Wire with the exchanges of a gateway that sends these bodies, by path; the last one is the newest. */
export async function openBodies(page: Page, patchbay: Patchbay, bodies: Record<string, SentBody>) {
  const server = createServer((request, response) => {
    const found = bodies[request.url?.split('?')[0] ?? ''];
    request.resume().on('end', () => {
      response.setHeader('content-type', found?.type ?? 'text/plain');
      response.end(found?.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await openAt(page, patchbay, { gateway: { url, key: 'sk-bodies-0123456789' } });
  const { client, close } = await openClient(patchbay.address());
  const [connection] = await client.connections.list({});
  const connectionId = connection?.id ?? '';
  await client.connections.save({ id: connectionId, name: 'Bodies', baseAddress: url, exposedRoutes: ['custom'] });
  const ids: Record<string, string> = {};
  for (const path of Object.keys(bodies)) {
    const draft: DraftInput = {
      connectionId,
      routeId: 'custom',
      custom: { method: 'GET', path, keyStyle: 'bearer' },
      body: { kind: 'none' },
    };
    for await (const part of client.exchanges.run(draft)) if (part.type === 'run-start') ids[path] = part.exchangeId;
  }
  close();
  await page.getByRole('link', { name: 'Wire' }).click();
  return {
    ids,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
