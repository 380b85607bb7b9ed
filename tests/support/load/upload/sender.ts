// Sends a form in one way and reports the cost, in its own process: sender.ts <way> <megabytes> <port>
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { draft } from '#shared/contract/exchanges.ts';
import { openBenchCore } from '../core.ts';
import { gauge, type Reading } from '../gauge.ts';

export interface Sent extends Reading {
  state: string;
  sentBytes: number;
  /** How often progress was reported; `longestMs` is the longest time between two reports. */
  reports: number;
  longestMs: number;
}

const [way = '', megabytes = '', port = ''] = process.argv.slice(2);
const address = `http://127.0.0.1:${port}`;
const sizeBytes = Number(megabytes) * 1024 * 1024;

async function throughCore(): Promise<Sent> {
  const core = await openBenchCore(address + (way === 'stalled' ? '/stall' : way === 'fast' ? '/fast' : ''));
  async function* audio() {
    const block = Buffer.alloc(1024 * 1024, 7);
    for (let left = sizeBytes; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
  }
  const ref = await core.files.admit({ name: 'talk.wav', type: 'audio/wav', sizeBytes }, audio());
  const request = draft.parse({
    connectionId: 'c',
    routeId: 'audio.transcriptions',
    body: {
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'bench-1' },
        { kind: 'file', name: 'file', fileId: ref.id },
      ],
    },
  });
  const told = { state: '', sentBytes: 0, reports: 0, longestMs: 0 };
  async function send(): Promise<void> {
    const stop = new AbortController();
    const timer = way === 'stalled' ? setTimeout(() => stop.abort(), 3000) : undefined;
    let last = Number.NaN;
    for await (const part of core.exchanges.perform(request, { signal: stop.signal })) {
      if (part.type === 'progress' && part.stage === 'sending') {
        const now = performance.now();
        told.reports += 1;
        if (now - last > told.longestMs) told.longestMs = now - last;
        last = now;
      }
      if (part.type !== 'run-end') continue;
      told.state = part.error?.code ?? part.state;
      told.sentBytes = part.timeline.sentBytes;
    }
    clearTimeout(timer);
  }
  const reading = await gauge(() => Promise.all(Array.from({ length: way === 'four' ? 4 : 1 }, send)));
  await core.close();
  return { ...reading, ...told };
}

/** Sends a form with a file by Node's fetch, as its documentation shows it. */
async function sendByFetch(address: string, file: string): Promise<void> {
  const form = new FormData();
  form.set('file', await openAsBlob(file), 'talk.wav');
  await (await fetch(address, { method: 'POST', body: form })).text();
}

async function byFetch(): Promise<Sent> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'));
  const file = path.join(folder, 'talk.wav');
  writeFileSync(file, Buffer.alloc(sizeBytes, 7));
  const reading = await gauge(() => sendByFetch(`${address}/fast`, file));
  rmSync(folder, { recursive: true, force: true });
  return { ...reading, state: 'done', sentBytes: sizeBytes, reports: 0, longestMs: 0 };
}

const sent = way === 'fetch' ? await byFetch() : await throughCore();
process.send?.(sent, () => process.exit());
