import { expect, test } from 'vitest';
import { formatAscii, formatBytes, formatOffset } from '../../../../../renderer/ui/code/hex-view.tsx';

test('a full row and a short one are equally wide', () => {
  const full = formatBytes(Uint8Array.from({ length: 16 }, (_, at) => at * 17));
  expect(full).toBe('00 11 22 33 44 55 66 77  88 99 aa bb cc dd ee ff');
  expect(formatBytes(new Uint8Array([1, 2]))).toHaveLength(full.length);
  expect(formatBytes(new Uint8Array([1, 2])).trimEnd()).toBe('01 02');
});

test('an unprintable byte is shown as a dot', () => {
  expect(formatAscii(new TextEncoder().encode('Hi\n~\u007fé'))).toBe('Hi.~...');
});

test('offsets are as wide as the last one needs', () => {
  expect(formatOffset(0x1a40, 100_000)).toBe('00001a40');
  expect(formatOffset(0, 5_000_000_000)).toBe('000000000');
});
