import { expect, test } from 'vitest';
import { readEntry } from '#core/connections/transfer/shared-entry.ts';

test('names in a file are shown without characters that are invisible or turn others', () => {
  const entry = readEntry(
    '1',
    { name: 'Open\u202eIA\u0000', baseAddress: 'https://a.example', keys: [{ alias: 'ma\u200bin\u2066' }] },
    true,
  );
  expect(entry.name).toBe('OpenIA');
  expect(entry.keys[0]?.alias).toBe('main');
});
