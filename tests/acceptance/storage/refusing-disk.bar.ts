import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#core/store/database.ts';
import type { Bar } from '../bar.ts';
import { startChild } from './child-lines.ts';

const canMount = () => spawnSync('unshare', ['-Urm', 'true']).status === 0;
const canTrace = () =>
  spawnSync('strace', ['-V']).status === 0 && spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** Which write of the program the system rejects, and how. */
const refusals = ['pwrite64:error=ENOSPC', 'pwrite64:error=EIO', 'fsync:error=EIO', 'fdatasync:error=EIO'] as const;

export const bar: Bar = {
  promise:
    'On a full, read-only or failing disk every reply is shown, the fault is reported, no saved row is lost, and running sheets and checks go on when there is room.',
  needs: () =>
    process.platform !== 'linux' || !canMount() ? 'user namespaces are not available (unshare -Urm)' : null,
  async run({ long }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bar-'));
    try {
      const full = await fullDisk(folder);
      const sheet = await sheetOnFullDisk(folder);
      const locked = await readOnly(folder);
      const refused = canTrace() ? await refusedWrites(folder, long ? 200 : 3) : 'NOT TRIED: strace is missing';
      const faults = [full, sheet, locked, typeof refused === 'string' ? null : refused.fault].filter(
        (fault) => fault !== null,
      );
      const traced = typeof refused === 'string' ? refused : `${refused.tried} refused writes`;
      const figure = `disks of 2 and 16 MB, read-only folder, ${traced}: ${faults.length === 0 ? 'nothing lost' : faults.join('; ')}`;
      return { figure, held: faults.length === 0 };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface FullDisk {
  runs: number;
  answers: number;
  banner: string;
  readable: number;
  kept: number;
  check: string;
}

/** @returns what was wrong, or `null`. */
async function fullDisk(folder: string): Promise<string | null> {
  const mount = `mount -t tmpfs -o size=2m tmpfs ${folder} && exec "$@"`;
  const child = startChild('full-disk-child.ts', [folder], ['unshare', '-Urm', 'sh', '-c', mount, 'sh']);
  const { text } = await child.until((line) => line.startsWith('{'));
  const status = await child.ended();
  const { runs, answers, banner, readable, kept, check } = JSON.parse(text) as FullDisk;
  const isRight =
    status === 0 &&
    /^Not saved since \d\d:\d\d: the disk is full\.$/.test(banner) &&
    answers === runs &&
    readable === runs &&
    kept === runs &&
    check === 'ok';
  return isRight ? null : `on a full disk: ${text}, exit status ${status}`;
}

interface SheetOnFullDisk {
  states: string[];
  endedAtFull: number;
  sentMeanwhile: number;
  callsMade: number;
  kept: number;
  cells: number;
  banner: string;
}

/** A sheet and a check on a disk of 16 MB. @returns what was wrong, or `null`. */
async function sheetOnFullDisk(folder: string): Promise<string | null> {
  const mount = `mount -t tmpfs -o size=16m tmpfs ${folder} && exec "$@"`;
  const child = startChild('full-disk-sheet-child.ts', [folder], ['unshare', '-Urm', 'sh', '-c', mount, 'sh']);
  const { text } = await child.until((line) => line.startsWith('{'));
  const status = await child.ended();
  const { states, endedAtFull, sentMeanwhile, callsMade, kept, cells, banner } = JSON.parse(text) as SheetOnFullDisk;
  const isRight =
    status === 0 &&
    states.join() === 'running,done,done' &&
    endedAtFull < cells &&
    sentMeanwhile === 0 &&
    callsMade === cells &&
    kept === cells &&
    /^Not saved since \d\d:\d\d: the disk is full\. Results of running checks/.test(banner);
  return isRight ? null : `a sheet on a full disk: ${text}, exit status ${status}`;
}

async function readOnly(folder: string): Promise<string | null> {
  const data = path.join(folder, 'locked');
  openDatabase(data).close();
  const mount = `mount --bind ${data} ${data} && mount -o remount,ro,bind ${data} && exec "$@"`;
  const child = startChild('refused-write-child.ts', [data], ['unshare', '-Urm', 'sh', '-c', mount, 'sh']);
  const { text } = await child.until((line) => line.startsWith('{'));
  const status = await child.ended();
  const { answers, told, saving } = JSON.parse(text) as { answers: number; told: number; saving: boolean };
  return status === 0 && answers === 12 && told === 1 && !saving ? null : `in a read-only folder: ${text}`;
}

/** Rejects the n-th write, for each n: every reply is shown, and acknowledged data is stored. */
async function refusedWrites(folder: string, times: number): Promise<{ tried: number; fault: string | null }> {
  let tried = 0;
  for (let count = 1; count <= times; count += 1) {
    const refusal = refusals[count % refusals.length] as string;
    const which = times > 20 ? count : count * 9;
    const data = path.join(folder, `traced-${count}`);
    const wrapper = ['strace', '-f', '-o', '/dev/null', '-e', `trace=${refusal.split(':')[0]}`];
    const child = startChild('refused-write-child.ts', [data], [...wrapper, '-e', `inject=${refusal}:when=${which}`]);
    const { text } = await child.until((line) => line.startsWith('{'));
    const status = await child.ended();
    tried += 1;
    const { answers } = JSON.parse(text) as { answers: number };
    const acknowledged = child.lines.flatMap((line) => (line.text.startsWith('a ') ? [line.text.slice(2)] : []));
    const lost = existsSync(data) ? missing(data, acknowledged) : acknowledged.length;
    if (status !== 0 || answers !== 12 || lost > 0)
      return { tried, fault: `${refusal} at ${which}: status ${status}, ${answers} of 12 replies, ${lost} rows lost` };
    rmSync(data, { recursive: true, force: true });
  }
  return { tried, fault: null };
}

function missing(folder: string, ids: readonly string[]): number {
  const db = openDatabase(folder);
  try {
    const find = db.sql.prepare("SELECT 1 FROM exchanges WHERE id = ? AND state = 'done'");
    return ids.filter((id) => find.get(id) === undefined).length;
  } finally {
    db.close();
  }
}
