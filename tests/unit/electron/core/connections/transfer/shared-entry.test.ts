import { expect, test } from 'vitest';
import { readEntry } from '#core/connections/transfer/shared-entry.ts';
import { readSharedFile } from '#core/connections/transfer/shared-file.ts';

test('names in a file are shown without characters that are invisible or turn others', () => {
  const entry = readEntry(
    '1',
    { name: 'Open\u202eIA\u0000', baseAddress: 'https://a.example', keys: [{ alias: 'ma\u200bin\u2066' }] },
    true,
  );
  expect(entry.name).toBe('OpenIA');
  expect(entry.keys[0]?.alias).toBe('main');
});

/** CPU of this thread in ms. */
function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test('an entry with an endless base URL or endless headers is refused in a moment', () => {
  const baseAddress = `https://a.example${'/v1'.repeat(8_000_000)}`;
  const headers = Array.from({ length: 150_000 }, (_, at): [string, string] => [`X-H${at}`, 'v']);
  for (const given of [{ baseAddress }, { baseAddress: 'https://a.example', headers }]) {
    let entry: ReturnType<typeof readEntry> | undefined;
    expect(cpuMs(() => (entry = readEntry('1', given, false)))).toBeLessThan(100);
    expect(entry?.problem).toMatchObject({ code: 'bad-input' });
  }
});

test('a file with more connections than can be imported is refused, and not cut off without a word', () => {
  const file = (count: number) =>
    JSON.stringify({
      format: 'patchbay-connections-2',
      connections: Array.from({ length: count }, (_, at) => ({ name: `n${at}`, baseAddress: 'https://a.example' })),
    });
  expect(readSharedFile(file(200)).entries).toHaveLength(200);
  expect(() => readSharedFile(file(201))).toThrow(/more than 200 connections/);
});
