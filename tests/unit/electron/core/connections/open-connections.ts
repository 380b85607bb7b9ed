import { onTestFinished } from 'vitest';
import { createConnectionRows } from '#core/connections/connection-rows.ts';
import { createConnections } from '#core/connections/connections.ts';
import { createLights } from '#core/connections/lights.ts';
import { createProxyPasswords } from '#core/connections/proxy-passwords.ts';
import { openFileStore } from '#core/files/file-store.ts';
import type { HostServices } from '#core/host-services.ts';
import { createKeys } from '#core/keys/keys.ts';
import { createListings } from '#core/models/listings.ts';
import { type ConnectionDraft, connectionDraft } from '#shared/contract/connections.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { collectChanges } from '../../../../support/core/collect-changes.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

/** The connections area on a separate database and vault. */
export async function openConnections(change: Partial<HostServices> = {}, db = tempDatabase()) {
  const { announce, announced } = collectChanges();
  const vault = createMemoryVault();
  const hostServices = createHostServices({ dataFolder: db.folder, vault, ...change });
  const rows = createConnectionRows(db);
  const listings = createListings(db);
  const keys = createKeys({ db, vault: hostServices.vault, connections: rows, announce });
  const passwords = createProxyPasswords({ db, rows, vault: hostServices.vault });
  const files = await openFileStore(db, db.folder);
  onTestFinished(() => files.close());
  const lights = createLights({ db, announce });
  const area = createConnections({ db, rows, keys, passwords, listings, lights, files, hostServices, announce });
  const save = async (draft: Partial<ConnectionDraft>) =>
    area.save(connectionDraft.parse({ name: 'Gate', baseAddress: 'https://gate.example', ...draft }), callContext);
  return { db, area, rows, keys, passwords, listings, lights, files, vault, announced, save };
}
