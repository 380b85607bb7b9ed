// Stores one setting repeatedly, and reports each time that it is stored.
import { createSettings } from '#core/settings/settings.ts';
import { openDatabase } from '#core/store/database.ts';

const [, , folder = '', from = '0'] = process.argv;
const { signal } = new AbortController();
const settings = createSettings({ db: openDatabase(folder), announce: () => {} });
for (let count = Number(from) + 1; ; count += 1) {
  await settings.put({ name: 'preferences', value: { count, filler: 'p'.repeat((count * 37) % 40_000) } }, { signal });
  process.stdout.write(`${count}\n`);
  if (count % 20 === 0) await new Promise(setImmediate);
}
