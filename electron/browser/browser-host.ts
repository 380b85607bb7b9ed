import type { Vault } from '#core/host-services.ts';
import { createCore } from '#core/index.ts';
import { openEventLog } from '#core/log/event-log.ts';
import { followCore } from '#core/log/follow-core.ts';
import type { PageSource } from '../hosting/built-page.ts';
import { createFileLinks } from './file-links.ts';
import { createBrowserHostServices } from './host-services.ts';
import { type Loopback, startLoopback } from './serve.ts';

export interface BrowserHostParts {
  version: string;
  /** Where the keys are stored; see `openVault`. */
  vault: Vault;
  page: PageSource;
  port?: number;
  onIntruder?: (count: number) => void;
  strict?: boolean;
}

/**
 * Starts the whole browser host: a core with this computer's folders, behind the loopback server. Its events are
 * logged; an uncaught error ends the process, as in every program.
 *
 * @throws when the port is taken.
 */
export async function startBrowserHost({
  version,
  vault,
  page,
  onIntruder,
  ...rest
}: BrowserHostParts): Promise<Loopback> {
  const links = createFileLinks();
  const startDemo = async () => (await import('#demo/gateway.ts')).startDemoGateway();
  const hostServices = createBrowserHostServices({ version, vault, links, startDemo });
  const log = openEventLog({ dataFolder: hostServices.dataFolder, host: 'browser' });
  const onUncaught = (thrown: unknown, from: NodeJS.UncaughtExceptionOrigin) => {
    log.noteError(from === 'unhandledRejection' ? 'rejection' : 'error', thrown);
    log.writeNow();
  };
  process.on('uncaughtExceptionMonitor', onUncaught);
  const stopped = new AbortController();
  const finish = async () => {
    log.note('stop');
    stopped.abort();
    process.off('uncaughtExceptionMonitor', onUncaught);
    await log.settled();
  };
  log.note('start', { version, system: process.platform, arch: process.arch, node: process.versions.node });
  const core = await createCore(hostServices);
  log.redactWith(core.redact);
  void followCore(core.handlers, log, stopped.signal);
  try {
    const loopback = await startLoopback({
      ...rest,
      handlers: core.handlers,
      files: core.files,
      links,
      page,
      onIntruder(count) {
        log.note('refused', { token: 'wrong', count });
        onIntruder?.(count);
      },
    });
    return {
      ...loopback,
      async close() {
        await loopback.close();
        await finish();
        await core.close();
      },
    };
  } catch (error) {
    log.noteError('start-failed', error);
    await finish();
    await core.close();
    throw error;
  }
}
