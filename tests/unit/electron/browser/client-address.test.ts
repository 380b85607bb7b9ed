import { expect, test } from 'vitest';
import { createClientCheck, createReadingBudget } from '../../../../electron/browser/client-address.ts';

const localPort = 0x1f90;
const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
const line = (local: number, remote: number, uid: number) =>
  ` 0: 0100007F:${hex(local)} 0100007F:${hex(remote)} 01 00000000:00000000 00:00000000 00000000 ${uid} 0 1 1`;

/** The system's connection table, which a test may add to; `reads` counts how often it was read. */
function startTable(isReadable = true) {
  const rows = ['  sl  local_address rem_address st', ` 0: 0100007F:1F90 00000000:0000 0A 0:0 0:0 0 1000 0 1 1`];
  const table = {
    reads: 0,
    connect(remotePort: number, uid: number) {
      rows.push(line(remotePort, localPort, uid), line(localPort, remotePort, 1000));
      return { localPort, remotePort };
    },
    async read(name: string) {
      if (!isReadable) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
      if (name !== 'tcp') return '';
      table.reads += 1;
      const text = rows.join('\n');
      await new Promise((resolve) => setTimeout(resolve, 5));
      return text;
    },
  };
  return table;
}

test('checks a thousand concurrent connections with two reads of the table', async () => {
  const table = startTable();
  const clientOf = createClientCheck(1000, table.read);
  const sockets = Array.from({ length: 1000 }, (_, index) => table.connect(40_000 + index, index % 2 ? 1000 : 65_534));
  const peers = await Promise.all(sockets.map((socket) => clientOf(socket)));
  expect(peers.filter((client) => client === 'own')).toHaveLength(500);
  expect(peers.filter((client) => client === 'other')).toHaveLength(500);
  expect(table.reads).toBeLessThanOrEqual(2);
});

test('looks up a connection made during a read in the next read', async () => {
  const table = startTable();
  const clientOf = createClientCheck(1000, table.read);
  const first = clientOf(table.connect(40_000, 1000));
  while (table.reads === 0) await Promise.resolve();
  const second = clientOf(table.connect(40_001, 65_534));
  expect(await Promise.all([first, second])).toEqual(['own', 'other']);
  expect(table.reads).toBe(2);
});

test('admits nobody when the table cannot be read, and reads it again for the next connection', async () => {
  const broken = startTable(false);
  const clientOf = createClientCheck(1000, broken.read);
  expect(await clientOf(broken.connect(40_000, 1000))).toBe('unknown');
  expect(await clientOf(broken.connect(40_001, 1000))).toBe('unknown');
});

test('admits everybody where the system has no connection table', async () => {
  expect(await createClientCheck(1000, async () => '')({ localPort, remotePort: 40_000 })).toBe('own');
  expect(await createClientCheck(null, () => Promise.reject(new Error()))({ localPort, remotePort: 1 })).toBe('own');
});

test('the first reads are free, a flood of them takes one part in five of the time, and a quiet time pays back', () => {
  let now = 0;
  const pauseAfter = createReadingBudget(() => now);
  const read = () => {
    now += 5;
    const pauseMs = pauseAfter(5);
    now += pauseMs;
    return pauseMs;
  };
  expect(Array.from({ length: 20 }, read)).toEqual(Array(20).fill(0));
  for (let count = 0; count < 10; count += 1) read();
  const began = now;
  for (let count = 0; count < 100; count += 1) read();
  expect(now - began).toBeCloseTo(100 * 5 * 5);
  now += 1000;
  expect(Array.from({ length: 20 }, read)).toEqual(Array(20).fill(0));
  // A read that took seconds pauses half a second at most.
  expect(pauseAfter(10_000)).toBe(500);
});

test('reads the second table only for a connection that is not in the first', async () => {
  const read: string[] = [];
  const first = startTable();
  const tables: Record<string, (name: string) => Promise<string>> = {
    tcp: first.read,
    tcp6: async () =>
      ` 0: 0000000000000000FFFF00000100007F:${hex(40_001)} 0000000000000000FFFF00000100007F:1F90 01 0:0 0:0 0 65534 0 1 1`,
  };
  const clientOf = createClientCheck(1000, async (name) => {
    read.push(name);
    return (await tables[name]?.(name)) ?? '';
  });
  expect(await clientOf(first.connect(40_000, 1000))).toBe('own');
  expect(read).toEqual(['tcp']);
  expect(await clientOf({ localPort, remotePort: 40_001 })).toBe('other');
  expect(read).toEqual(['tcp', 'tcp', 'tcp6']);
});
