import type { Vault } from '#core/hands.ts';
import { createCore } from '#core/index.ts';
import type { PageSource } from './built-page.ts';
import { createFileLinks } from './file-links.ts';
import { createBrowserHands } from './hands.ts';
import { type Loopback, startLoopback } from './serve.ts';

export interface BrowserHostParts {
  version: string;
  /** Where its keys rest; see `openVault`. */
  vault: Vault;
  page: PageSource;
  port?: number;
  onIntruder?: (count: number) => void;
  strict?: boolean;
}

/**
 * The whole browser host: a core with this computer's folders, behind the loopback server.
 *
 * @throws when the port is taken.
 */
export async function startBrowserHost({ version, vault, page, ...rest }: BrowserHostParts): Promise<Loopback> {
  const links = createFileLinks();
  const startDemo = async () => (await import('#demo/gateway.ts')).startDemoGateway();
  const core = await createCore(createBrowserHands({ version, vault, links, startDemo }));
  try {
    const loopback = await startLoopback({ ...rest, handlers: core.handlers, files: core.files, links, page });
    return {
      ...loopback,
      async close() {
        await loopback.close();
        await core.close();
      },
    };
  } catch (error) {
    await core.close();
    throw error;
  }
}
