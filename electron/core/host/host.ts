import type { HostInfo } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { readLink } from '#shared/links.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { HostServices } from '../host-services.ts';
import type { Database } from '../store/database.ts';
import type { ChangeFeed } from './change-feed.ts';

interface HostParts {
  hostServices: HostServices;
  db: Pick<Database, 'saving' | 'notices'>;
  /** Findings of background maintenance since the start. */
  maintenance: { readonly notices: Readonly<HostInfo['notices']> };
  /** Why saving fails, while it does. */
  trouble: () => Failure | null;
  /** Why old data is kept, while the clock is in doubt. */
  clockNotice: () => HostInfo['notices'][number] | null;
  feed: ChangeFeed;
  reportWork: Core['host']['reportWork'];
}

/** Implements the `host` area: facts about the program around the page, and the few desktop functions it may use. */
export function createHost({
  hostServices,
  db,
  maintenance,
  trouble,
  clockNotice,
  feed,
  reportWork,
}: HostParts): Core['host'] {
  return {
    info() {
      const stopped = trouble();
      const clock = clockNotice();
      return {
        name: hostServices.hostName,
        version: hostServices.version,
        platform: process.platform,
        window: 1,
        capabilities: hostServices.capabilities,
        protection: db.saving ? hostServices.vault.protection : 'memory',
        saving: db.saving && stopped === null,
        notices: [
          ...db.notices,
          ...maintenance.notices,
          ...(clock ? [clock] : []),
          ...(stopped ? [{ id: 'saving-stopped', message: stopped.message }] : []),
        ],
      };
    },
    changes: (_input, { signal }) => feed.listen(signal),
    // This host is open as soon as it responds.
    opening: () => nothing(),
    reportWork,
    // A host with a menu, windows, notifications, opened files or drags overrides these.
    destinations: () => nothing(),
    commands: () => nothing(),
    openMenu() {},
    openWindow() {},
    openedFiles: () => nothing(),
    readOpened() {
      throw new AppError(neverOpened);
    },
    dragOut() {},
    async openLink({ address }) {
      await hostServices.shell.openLink(harmless(address));
    },
  };
}

async function* nothing(): AsyncGenerator<never> {}

const neverOpened = failure('not-found-here', 'This file is no longer open.', { hint: 'Open it again.' });

/**
 * Returns the parsed form of an address that may be opened outside.
 *
 * @throws AppError `invalid-address`.
 */
function harmless(text: string): string {
  const link = readLink(text);
  if (link) return link.address;
  throw new AppError(
    failure('invalid-address', 'Patchbay opens only https, http and mailto links.', {
      hint: 'If you trust the link, copy it and open it yourself.',
    }),
  );
}
