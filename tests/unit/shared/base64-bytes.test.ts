import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { base64Bytes } from '#shared/base64-bytes.ts';

test('the size of base64 is that of its bytes, with padding and without', () => {
  for (const size of [0, 1, 2, 3, 4, 5, 480, 481, 482]) {
    const text = Buffer.alloc(size, 7).toString('base64');
    expect(base64Bytes(text)).toBe(size);
    expect(base64Bytes(text.replace(/=+$/, ''))).toBe(size);
  }
});
