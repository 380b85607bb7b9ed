import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '#shared/contract/index.ts';
import type { Failure } from '#shared/routes/failure.ts';
import { createConnectionRows } from './connections/connection-rows.ts';
import { createConnections } from './connections/connections.ts';
import { createDemoArea } from './demo-area/demo-area.ts';
import { createExchanges } from './exchange/exchanges.ts';
import { type FileStore, openFileStore } from './files/file-store.ts';
import { createFiles } from './files/files.ts';
import type { Hands } from './hands.ts';
import { createChangeFeed } from './host/change-feed.ts';
import { createHost } from './host/host.ts';
import { createKeys } from './keys/keys.ts';
import { createLibrary } from './library/library.ts';
import type { Perform } from './models/ask-listing.ts';
import { createListings } from './models/listings.ts';
import { createModels } from './models/models.ts';
import { createSettings } from './settings/settings.ts';
import { createCoreFacts } from './store/core-facts.ts';
import { openDatabase } from './store/database.ts';
import { nameFaults } from './store/name-faults.ts';

/** A running core. */
export interface RunningCore {
  readonly handlers: Core;
  /** Stored bytes, for the host's own ways in and out: dropped files, uploads, addresses with ranges. */
  readonly files: FileStore;
  /**
   * Stops what runs and records it as far as it came, puts everything on the disk and lets the data folder go. Takes no
   * more than about 5 s, and can be asked again.
   */
  close(): Promise<void>;
}

const drainLimitMs = 5_000;

/**
 * Starts the core on the data folder of a host. It always starts: what is wrong with the folder is said by `host.info`.
 * Changes that another process makes in the same folder are seen when they are asked for, but not announced.
 */
export async function createCore(hands: Hands): Promise<RunningCore> {
  const db = openDatabase(hands.dataFolder);
  const feed = createChangeFeed();
  const { announce } = feed;

  const files = await openFileStore(db, hands.dataFolder);
  const connections = createConnectionRows(db);
  const listings = createListings(db);
  const keys = createKeys({ db, vault: hands.vault, connections, announce });
  let trouble: Failure | null = null;
  const exchanges = createExchanges({
    db,
    hands,
    connections,
    keys,
    files,
    onChange: (id) => announce({ area: 'exchanges', ...(id !== undefined && { id }) }),
    onTrouble(failure) {
      trouble = failure;
      announce({ area: 'host' });
    },
  });
  const perform: Perform = (draft) => exchanges.perform(draft, { signal: new AbortController().signal });
  const library = createLibrary({ db, folder: hands.dataFolder, announce });
  const demo = createDemoArea({ hands, db, facts: createCoreFacts(db), connections, keys, announce });
  void demo.resume();

  let closing: Promise<void> | undefined;
  const close = async () => {
    // A run that does not end is the one case in which its record must wait for the next start.
    await Promise.race([exchanges.close(), wait(drainLimitMs, undefined, { ref: false })]);
    await demo.close();
    feed.close();
    library.close();
    await files.close();
    db.close();
  };

  return {
    handlers: {
      host: createHost({ hands, db, trouble: () => trouble, feed }),
      connections: nameFaults(createConnections({ db, rows: connections, keys, listings, announce })),
      keys: nameFaults(keys.area),
      models: nameFaults(createModels({ listings, connections, perform, announce })),
      exchanges: nameFaults(exchanges.handlers),
      files: nameFaults(createFiles({ store: files, hands })),
      library: nameFaults(library.area),
      settings: nameFaults(createSettings({ db, announce })),
      demo: nameFaults(demo.area),
    },
    files,
    close: () => (closing ??= close()),
  };
}
