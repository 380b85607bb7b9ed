import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '#core/store/database.ts';
import { openVaultFile } from '../../../electron/desktop/vault/vault-file.ts';
import type { Bar } from '../bar.ts';
import { chances, makeIntactFolder, rot, rows, textOf } from './damaged-folder.ts';

type Chance = (below: number) => number;

/** What a start after one damage showed. */
interface Outcome {
  crashed: boolean;
  /** Something is wrong or missing and nothing was reported. */
  unseen: boolean;
  /** Rows that are in the backup but missing from the history, or different there. */
  lost: number;
}

export const bar: Bar = {
  promise:
    'Whatever bytes of history, log or vault are damaged, every start works, reports it and restores the backup.',
  async run({ long }) {
    const damages = long ? 2_000 : 40;
    const chance = chances(20_261_121);
    const intact = makeIntactFolder();
    const outcomes: Outcome[] = [];
    try {
      for (let count = 0; count < damages; count += 1) {
        const damage = kinds[count % kinds.length] as (typeof kinds)[number];
        const folder = intact.copy();
        outcomes.push(await damage(folder, chance));
        rmSync(folder, { recursive: true, force: true });
      }
    } finally {
      intact.remove();
    }
    const crashes = outcomes.filter(({ crashed }) => crashed).length;
    const unseen = outcomes.filter((outcome) => outcome.unseen).length;
    const lost = outcomes.reduce((sum, outcome) => sum + outcome.lost, 0);
    return {
      figure: `${damages} damages: ${crashes} crashes, ${unseen} unreported, ${lost} backed-up rows lost`,
      held: crashes + unseen + lost === 0,
    };
  },
};

const history = (folder: string) => path.join(folder, 'patchbay.db');

/** Overwrites some bytes at one position. */
const scribble = (bytes: Buffer, chance: Chance): Buffer => {
  const start = chance(bytes.length);
  const end = Math.min(bytes.length, start + 1 + chance(chance(2) === 0 ? 8 : 9_000));
  for (let place = start; place < end; place += 1) bytes[place] = ((bytes[place] ?? 0) + 1 + chance(255)) & 0xff;
  return bytes;
};

const afterRot = (change: (bytes: Buffer, chance: Chance) => Buffer) => async (folder: string, chance: Chance) => {
  rot(history(folder), (bytes) => change(bytes, chance));
  return start(folder);
};

/** After a crash only the pages themselves show damage: whole pages are lost then, as on a failing disk. */
async function crashWithLostPages(folder: string, chance: Chance): Promise<Outcome> {
  writeFileSync(path.join(folder, 'process-gone.lock'), '');
  rot(history(folder), (bytes) => {
    const pages = bytes.length / 4096;
    bytes.fill(chance(2) === 0 ? 0 : 0xff, 4096 * chance(pages), 4096 * (chance(pages) + 1));
    return bytes;
  });
  return start(folder);
}

/** The log after a crash, truncated or overwritten: rows acknowledged before it stay, and the rest is valid. */
async function crashWithLog(folder: string, chance: Chance): Promise<Outcome> {
  const db = openDatabase(folder);
  for (let row = 0; row < 40; row += 1)
    db.sql.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(`late ${row}`, textOf(row));
  const [main, log] = [history(folder), `${history(folder)}-wal`].map((file) => readFileSync(file)) as [Buffer, Buffer];
  db.close();
  writeFileSync(history(folder), main);
  writeFileSync(path.join(folder, 'process-gone.lock'), '');
  writeFileSync(
    `${history(folder)}-wal`,
    chance(2) === 0 ? log.subarray(0, chance(log.length)) : scribble(log, chance),
  );
  // Data only in the log has no second copy: what was lost of it cannot be distinguished from what was never written.
  return start(folder);
}

async function damageVault(folder: string, chance: Chance): Promise<Outcome> {
  const file = path.join(folder, 'vault.json');
  const secrets = new Map(
    Array.from({ length: 6 }, (_, key) => [`key-${key}`, Buffer.from(textOf(key)).toString('base64')]),
  );
  await (await openVaultFile(folder)).change(() => ({ acceptedWeak: false, secrets }));
  const handle = openSync(file, 'r+');
  const length = readFileSync(file).length;
  const place = chance(length);
  writeSync(handle, Buffer.from([32 + chance(95)]), 0, 1, place);
  closeSync(handle);
  const { record } = await openVaultFile(folder);
  const wrong = [...record.secrets].filter(([id, ciphertext]) => secrets.has(id) && secrets.get(id) !== ciphertext);
  return { crashed: false, unseen: wrong.length > 0, lost: 0 };
}

const kinds = [
  afterRot(scribble),
  afterRot(scribble),
  afterRot((bytes, chance) => bytes.subarray(0, chance(bytes.length))),
  afterRot(() => Buffer.alloc(0)),
  afterRot((bytes) => Buffer.from('shopping list\n'.repeat(bytes.length / 14))),
  afterRot((bytes, chance) => bytes.fill(chance(256), 0, 100)),
  crashWithLostPages,
  crashWithLog,
  damageVault,
] as const;

async function start(folder: string): Promise<Outcome> {
  let db: Database;
  try {
    db = openDatabase(folder);
  } catch {
    return { crashed: true, unseen: false, lost: 0 };
  }
  try {
    db.sql.exec("INSERT OR REPLACE INTO settings (name, value) VALUES ('still works', '1')");
    const read = db.sql.prepare('SELECT value FROM settings WHERE name = ?');
    let lost = 0;
    for (let row = 0; row < rows; row += 1) if (read.get(`setting ${row}`)?.value !== textOf(row)) lost += 1;
    const isIntact = Object.values(db.sql.prepare('PRAGMA integrity_check').get() ?? {})[0] === 'ok';
    return { crashed: !db.saving || !isIntact, unseen: lost > 0 && db.notices.length === 0, lost };
  } catch {
    return { crashed: true, unseen: false, lost: 0 };
  } finally {
    db.close();
  }
}
