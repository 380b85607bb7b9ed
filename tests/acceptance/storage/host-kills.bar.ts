import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#core/store/database.ts';
import { delta } from '../../support/exchange/chat-wire.ts';
import { chunk, chunkedHead, lastChunk, startRecordingServer } from '../../support/exchange/wire-server.ts';
import type { Bar } from '../bar.ts';
import { type Line, startChild } from './child-lines.ts';

/** Text that arrived this long before the kill must be there. The short form runs on busy machines. */
const tailMs = { short: 3_000, long: 250 };
const piecesOfStream = 60;

export const bar: Bar = {
  promise: 'A host killed at any moment loses no acknowledged row, and at most the last 250 ms of a stream.',
  async run({ long }) {
    const server = await startRecordingServer(({ socket }) => {
      socket.write(chunkedHead());
      let sent = 0;
      const timer = setInterval(() => {
        socket.write(chunk(delta(`<${sent}>`)));
        sent += 1;
        if (sent < piecesOfStream) return;
        clearInterval(timer);
        socket.write(lastChunk);
      }, 5);
      socket.on('close', () => clearInterval(timer));
    });
    try {
      const cycles = long ? 1_000 : 10;
      const lanes = await Promise.all(
        [0, 1].map(() => runLane(server.url, cycles / 2, long ? tailMs.long : tailMs.short)),
      );
      const sum = (name: keyof ExchangeStats) => lanes.reduce((total, lane) => total + lane[name], 0);
      const figure = `${sum('kills')} kills, ${sum('lost')} of ${sum('rows')} acknowledged rows lost, ${sum('broken')} broken starts, ${sum('late')} streams that lost too much`;
      return { figure, held: sum('lost') + sum('broken') + sum('late') === 0 && sum('rows') > 0 };
    } finally {
      await server.close();
    }
  },
};

interface ExchangeStats {
  kills: number;
  rows: number;
  lost: number;
  broken: number;
  late: number;
}

/** One folder that is used, killed and inspected again and again. */
async function runLane(address: string, cycles: number, tail: number): Promise<ExchangeStats> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bar-'));
  const tally: ExchangeStats = { kills: 0, rows: 0, lost: 0, broken: 0, late: 0 };
  let stored = 0;
  try {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const child = startChild('streaming-child.ts', [folder, address, String(stored)]);
      await child.until((text) => text.startsWith('t '));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * (cycles > 100 ? 500 : 250)));
      const killedAt = await child.kill();
      const before = stored;
      stored = lastSetting(child.lines, stored);
      tally.kills += 1;
      tally.rows += stored - before;
      look(folder, child.lines, stored, killedAt - tail, tally);
    }
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function look(folder: string, lines: readonly Line[], stored: number, dueBefore: number, tally: ExchangeStats): void {
  const db = openDatabase(folder);
  try {
    const isIntact = Object.values(db.sql.prepare('PRAGMA integrity_check').get() ?? {})[0] === 'ok';
    if (!isIntact || !db.saving || db.notices.length > 0) tally.broken += 1;
    const row = db.sql.prepare("SELECT value FROM settings WHERE name = 'counter'").get();
    const kept = Number((JSON.parse(String(row?.value ?? '{"stored":-1}')) as { stored: number }).stored);
    tally.lost += Math.max(0, stored - kept);
    const bytes = db.sql.prepare(
      "SELECT bytes FROM exchange_bytes WHERE exchange_id = ? AND side = 'response' ORDER BY offset",
    );
    for (const [id, arrived] of arrivedBefore(lines, dueBefore)) {
      tally.rows += 1;
      const text = Buffer.concat(bytes.all(id).map((piece) => piece.bytes as Uint8Array)).toString('utf8');
      const kept = (text.match(/<\d+>/g) ?? []).length;
      if (db.sql.prepare('SELECT 1 FROM exchanges WHERE id = ?').get(id) === undefined) tally.lost += 1;
      else if (kept < arrived) tally.late += 1;
    }
  } finally {
    db.close();
  }
}

const lastSetting = (lines: readonly Line[], before: number) =>
  lines.reduce((last, { text }) => (text.startsWith('s ') ? Math.max(last, Number(text.slice(2))) : last), before);

/** Parts of each exchange that had arrived by then. */
function arrivedBefore(lines: readonly Line[], by: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const { text, at } of lines) {
    const [kind, id = '', pieces] = text.split(' ');
    if (kind === 't') found.set(id, at <= by ? Number(pieces) : (found.get(id) ?? 0));
  }
  return found;
}
