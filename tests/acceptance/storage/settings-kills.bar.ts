import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSettings } from '#core/settings/settings.ts';
import { openDatabase } from '#core/store/database.ts';
import type { Bar } from '../bar.ts';
import { startChild } from './child-lines.ts';

const { signal } = new AbortController();

export const bar: Bar = {
  promise: 'A kill while settings are written leaves none unreadable and resets none to its default.',
  async run({ long }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bar-'));
    const kills = long ? 1_000 : 15;
    let acknowledged = 0;
    let unreadable = 0;
    let resets = 0;
    try {
      for (let cycle = 0; cycle < kills; cycle += 1) {
        const child = startChild('settings-child.ts', [folder, String(acknowledged)]);
        await child.until(() => child.lines.length > Math.random() * 60);
        await child.kill();
        acknowledged = Number(child.lines.at(-1)?.text);
        const kept = await readBack(folder);
        if (kept === null) unreadable += 1;
        else if (kept < acknowledged) resets += 1;
      }
      const figure = `${kills} kills, ${acknowledged} writes, ${unreadable} unreadable, ${resets} reset`;
      return { figure, held: unreadable + resets === 0 };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The count in the stored setting; `null` when the settings cannot be read. */
async function readBack(folder: string): Promise<number | null> {
  const db = openDatabase(folder);
  try {
    const { preferences } = await createSettings({ db, announce: () => {} }).all({}, { signal });
    return db.notices.length > 0 ? null : Number((preferences as { count: number }).count);
  } catch {
    return null;
  } finally {
    db.close();
  }
}
