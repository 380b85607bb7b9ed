import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { createDeltaRedactor } from '#core/realtime/record/delta-redactor.ts';
import { readLines } from '#core/realtime/record/recorded-session.ts';
import { Redactor } from '#core/redaction/redact.ts';

test('lines of a record are found with their places, also one of many windows, and not the unfinished last one', async () => {
  const lines = ['a', '', 'b'.repeat(700_000), 'c'.repeat(262_143), '', '', 'd'];
  const body = Buffer.from(`${lines.join('\n')}\nunfinished`);
  const records = { read: (_id: string, _side: string, at: number, size: number) => body.subarray(at, at + size) };
  const found: string[] = [];
  for await (const { offset, bytes } of readLines('x', records as never)) {
    expect(body.indexOf(bytes, offset)).toBe(offset);
    found.push(bytes.toString());
  }
  expect(found).toEqual(lines.filter((line) => line !== ''));
});

test('a gateway that makes up names of texts without end keeps nothing growing, and no word of a known text is lost', () => {
  const deltas = createDeltaRedactor(new Redactor(['sk-proj-0123456789abcdefghij']));
  const clean = deltas.clean(JSON.stringify({ type: 'response.text.delta', item_id: 'i', delta: 'the key sk-p' }));
  expect(clean).not.toContain('sk-p');
  for (let at = 0; at < 5000; at += 1) deltas.clean(JSON.stringify({ type: `made.up.${at}.delta`, delta: 'sk-p' }));
  expect(deltas.flush()).toEqual([expect.objectContaining({ type: 'words', itemId: 'i', delta: 'sk-p' })]);
});
