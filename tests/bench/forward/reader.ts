// Reads one stream in one of several ways and reports its time, in its own process: node reader.ts <way> <address>
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { connectionDefaults } from '#core/connections/connection-of.ts';
import { createExchanges } from '#core/exchange/exchanges.ts';
import { type OutgoingRequest, send } from '#core/http/send.ts';
import { SocketPool } from '#core/http/socket-pool.ts';
import { systemClock } from '#core/ports.ts';
import { openReader } from '#core/readers/open-reader.ts';
import { Redactor } from '#core/redaction/redact.ts';
import { openDatabase } from '#core/store/database.ts';
import { draft } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';

const [, , way = '', address = ''] = process.argv;
const secret = 'sk-4cZ9xKq2LmP7RtYvB1nW8sDfGhJkTe5Uo3Ai6';
const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'));

/** Counts the deltas of a stream with as little work as JSON allows. */
function createCounter(): { take(text: string): void; count: number } {
  let rest = '';
  return {
    count: 0,
    take(text) {
      const lines = (rest + text).split('\n\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        if (line !== 'data: [DONE]' && JSON.parse(line.slice(6)).choices[0].delta.content) this.count += 1;
    },
  };
}

/** node:http and JSON.parse, and nothing else. */
function readBare(): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .request(`${address}/v1/chat/completions`, { method: 'POST' }, (response) => {
        const counter = createCounter();
        response.setEncoding('utf8');
        response.on('data', (text: string) => counter.take(text));
        response.on('end', () => resolve(counter.count)).on('error', reject);
      })
      .end('{}');
  });
}

/** The pipeline's own sending and redaction, followed by the same JSON.parse. */
async function readSent(): Promise<number> {
  const { hostname: host, port, pathname } = new URL(address);
  const pool = new SocketPool(systemClock);
  const request: OutgoingRequest = {
    method: 'POST',
    target: `${pathname}/v1/chat/completions`,
    to: { host, port: Number(port), secure: false, proxy: null, extraCa: [] },
    headers: [['Host', host]],
    body: null,
    deadlines: routes['chat.completions'].deadlines,
    fresh: false,
    maxBodyBytes: 1e9,
  };
  const signal = new AbortController().signal;
  const sender = { pool, clock: systemClock, signal, mark() {}, onConnected() {}, onSent() {} };
  const answer = await send(request, sender);
  if ('failure' in answer) throw new Error(answer.failure.message);
  const clean = new Redactor([secret]).bytes();
  // As node:http itself decodes.
  const decoder = new StringDecoder('utf8');
  const counter = createCounter();
  for await (const bytes of answer.body) counter.take(decoder.write(clean.push(bytes)));
  pool.close();
  return counter.count;
}

/** node:http and the reader of the pipeline: its parts, without anything else that the pipeline adds. */
function readToParts(): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .request(`${address}/v1/chat/completions`, { method: 'POST' }, (response) => {
        const head = { status: 200, statusText: '', headers: [], streamAsked: true };
        const reader = openReader('chat', head, { onEvent() {} });
        let count = 0;
        response.on('data', (bytes: Uint8Array) => {
          for (const part of reader.read(bytes)) if (part.type === 'text-delta') count += 1;
        });
        response.on('end', () => resolve(count)).on('error', reject);
      })
      .end('{}');
  });
}

/** The whole pipeline, opened once as in a program. */
function openCore(record: boolean): () => Promise<number> {
  const db = openDatabase(folder);
  const key = {
    id: 'k',
    connectionId: 'c',
    alias: 'k',
    fingerprint: '',
    origin: new URL(address).origin,
    protection: 'memory',
    state: 'ready',
    enabled: true,
    createdAt: 0,
    lastUsedAt: null,
  } as const;
  const connection = {
    id: 'c',
    name: 'bench',
    baseAddress: address,
    origin: key.origin,
    nativeKeyStyle: 'bearer',
    headers: [],
    colour: 'none',
    exposedRoutes: [],
    acceptedInsecure: false,
    ...connectionDefaults(),
    isDemo: false,
    createdAt: 0,
  } as const;
  const exchanges = createExchanges({
    db,
    hostServices: { version: 'bench', proxyFor: async () => null },
    connections: { find: () => ({ ...connection, headers: [], exposedRoutes: [] }), proxyPassword: async () => null },
    keys: { choose: () => key, take: async () => secret, noteUse() {} },
    files: {
      open: async () => null,
      admit: () => Promise.reject(new Error('nothing is stored')),
      receive: () => Promise.reject(new Error('nothing is stored')),
      resume: () => Promise.reject(new Error('nothing is stored')),
      discard: async () => {},
      remove: async () => {},
    },
  });
  const request = draft.parse({
    connectionId: 'c',
    routeId: 'chat.completions',
    body: { kind: 'json', text: '{"model":"bench-1","messages":[],"stream":true}' },
  });
  return async () => {
    let count = 0;
    for await (const part of exchanges.perform(request, { signal: new AbortController().signal, record })) {
      if (part.type === 'text-delta') count += 1;
      if (part.type === 'run-end' && part.state !== 'done') throw new Error(JSON.stringify(part.error));
    }
    return count;
  };
}

const ways: Record<string, () => () => Promise<number>> = {
  bare: () => readBare,
  sent: () => readSent,
  parts: () => readToParts,
  pipeline: () => openCore(false),
  recorded: () => openCore(true),
};
const read = (ways[way] as () => () => Promise<number>)();
// The first reads warm up what is warm in a program that has run for an hour.
for (let warmUp = 0; warmUp < 4; warmUp += 1) await read();
const reads: { count: number; ms: number; cpuMs: number }[] = [];
for (let index = 0; index < 9; index += 1) {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const count = await read();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  reads.push({ count, ms, cpuMs: (user + system) / 1000 });
}
rmSync(folder, { recursive: true, force: true });
reads.sort((first, second) => first.cpuMs - second.cpuMs);
process.send?.({ way, ...reads[4], rssMb: process.memoryUsage().rss / 1e6 }, () => process.exit());
