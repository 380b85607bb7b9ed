import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Vault } from '#core/host-services.ts';
import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createHostServices } from '../../../../../support/core/create-host-services.ts';

/** A vault in a file: what was put into it is there after the process was killed. */
export function fileVault(file: string): Vault & { all(): Record<string, string> } {
  const all = (): Record<string, string> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  const step = () => new Promise((resolve) => setTimeout(resolve, 2));
  return {
    protection: 'keyring',
    all,
    async put(id, secret) {
      await step();
      writeFileSync(`${file}.part`, JSON.stringify({ ...all(), [id]: secret }));
      writeFileSync(file, readFileSync(`${file}.part`));
      process.send?.('put');
      await step();
    },
    take: async (id) => all()[id] ?? null,
    async forget(id) {
      await step();
      const { [id]: _gone, ...others } = all();
      writeFileSync(file, JSON.stringify(others));
    },
  };
}

// Imports a sealed file, and says what happened.
const [dataFolder = '', file = '', passphrase = ''] = process.argv.slice(2);
if (process.send && dataFolder !== '') {
  const vault = fileVault(path.join(dataFolder, 'test-vault.json'));
  const core = await createCore(createHostServices({ dataFolder, vault }));
  const [clientPort, serverPort] = createPair();
  serve(contract, core.handlers, serverPort);
  const client = connect(contract, clientPort);
  const { id: fileId } = await client.files.keep({
    name: 'in.json',
    type: 'application/json',
    text: readFileSync(file, 'utf8'),
  });
  process.send('begin');
  const refs = (await client.connections.importPreview({ fileId })).map(({ ref }) => ref);
  await client.connections.importChosen({ fileId, refs, passphrase });
  process.send('done');
  await core.close();
  process.exit(0);
}
