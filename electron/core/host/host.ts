import type { HostInfo } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { readLink } from '#shared/links.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { HostServices } from '../host-services.ts';
import type { Database } from '../store/database.ts';
import type { ChangeFeed } from './change-feed.ts';

interface HostParts {
  hands: HostServices;
  db: Pick<Database, 'saving' | 'notices'>;
  /** What was found in the background since the start. */
  found: () => Readonly<HostInfo['notices']>;
  /** Why saving stopped since the start, while it does not work. */
  trouble: () => Failure | null;
  feed: ChangeFeed;
  reportWork: Core['host']['reportWork'];
}

/** What the page may know of the program around it, and the few things it may ask of the desktop. */
export function createHost({ hands, db, found, trouble, feed, reportWork }: HostParts): Core['host'] {
  return {
    info() {
      const stopped = trouble();
      return {
        name: hands.hostName,
        version: hands.version,
        platform: process.platform,
        window: 1,
        capabilities: hands.capabilities,
        protection: db.saving ? hands.vault.protection : 'memory',
        saving: db.saving && stopped === null,
        notices: [...db.notices, ...found(), ...(stopped ? [{ id: 'saving-stopped', message: stopped.message }] : [])],
      };
    },
    changes: (_input, { signal }) => feed.listen(signal),
    // It is open once it answers.
    opening: () => nothing(),
    reportWork,
    // A host with a menu, windows, notifications, files to open or drags puts its own answers in these places.
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
      await hands.shell.openLink(harmless(address));
    },
  };
}

async function* nothing(): AsyncGenerator<never> {}

const neverOpened = failure('not-found-here', 'This file is not open here any more.', { hint: 'Open it again.' });

/**
 * The parsed form of an address that may leave the program.
 *
 * @throws AppError `invalid-address`.
 */
function harmless(text: string): string {
  const link = readLink(text);
  if (link) return link.address;
  throw new AppError(
    failure('invalid-address', 'Patchbay opens only https, http and mailto links.', {
      hint: 'Copy the address and open it yourself if you trust it.',
    }),
  );
}
