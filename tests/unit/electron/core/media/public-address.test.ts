import { expect, test } from 'vitest';
import { isPublicAddress } from '#core/media/media-fetch.ts';

test.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.10',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::a00:1',
  'example.com',
  '',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
