import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#core/store/database.ts';
import type { Bar } from '../bar.ts';
import { startChild } from './child-lines.ts';

const messagesOfOne = 100;
/** The short form runs on busy machines: there it only has to start. */
const limits = {
  long: { startMs: 2_000, checkMsPerGigabyte: 10_000 },
  short: { startMs: 60_000, checkMsPerGigabyte: Number.POSITIVE_INFINITY },
};

interface Told {
  startMs: number;
  checkMs: number;
  isSound: boolean;
  notices: readonly unknown[];
  conversations: number;
}

export const bar: Bar = {
  promise:
    'With 100,000 messages a start after a crash is usable within 2 s, and the full check takes at most 10 s per GB.',
  async run({ long }) {
    const messages = long ? 100_000 : 10_000;
    const limit = long ? limits.long : limits.short;
    const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bar-'));
    try {
      fill(folder, messages / messagesOfOne);
      const host = startChild('starting-child.ts', [folder, 'stays']);
      await host.until((text) => text === 'ready');
      await host.kill();
      const again = startChild('starting-child.ts', [folder]);
      const { text } = await again.until((line) => line.startsWith('{'));
      const status = await again.ended();
      const { startMs, checkMs, isSound, notices, conversations } = JSON.parse(text) as Told;
      const gigabytes = statSync(path.join(folder, 'patchbay.db')).size / 1e9;
      const perGigabyte = checkMs / gigabytes;
      const isRight = status === 0 && isSound && notices.length === 0 && conversations * messagesOfOne === messages;
      return {
        figure: `${messages} messages, ${Math.round(gigabytes * 1e3)} MB: usable after ${Math.round(startMs)} ms, check ${(perGigabyte / 1e3).toFixed(1)} s per GB`,
        held: isRight && startMs <= limit.startMs && perGigabyte <= limit.checkMsPerGigabyte,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function fill(folder: string, conversations: number): void {
  const db = openDatabase(folder);
  const write = db.sql.prepare("INSERT INTO conversations VALUES (?, 'chat', ?, 0, NULL, '', 1, ?, ?, ?)");
  const say = db.sql.prepare('INSERT INTO passages (conversation_id, message_id, text) VALUES (?, ?, ?)');
  for (let one = 0; one < conversations; one += 1)
    db.transaction(() => {
      const texts = Array.from(
        { length: messagesOfOne },
        (_, two) => `message ${one} ${two} ${'and so it goes on '.repeat(12)}`,
      );
      write.run(`c-${one}`, `Talk ${one}`, one, one, JSON.stringify({ messages: texts }));
      for (const [two, text] of texts.entries()) say.run(`c-${one}`, `m-${two}`, text);
    });
  db.close();
}
