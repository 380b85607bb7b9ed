import { expect, test } from 'vitest';
import { fromBase64 } from '../../../../../renderer/lib/media/base64.ts';

test('base64 is decoded to its bytes', () => {
  expect([...fromBase64('AP8Q')]).toEqual([0, 255, 16]);
});
