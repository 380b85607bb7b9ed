import { expect, test } from 'vitest';
import { bodyModes, bytesOf } from '../../../../../../renderer/lib/inspector/body/body-modes.ts';

test.each([
  ['application/json; charset=utf-8', ['tree', 'text', 'hex']],
  ['application/problem+json', ['tree', 'text', 'hex']],
  ['text/event-stream', ['text', 'hex']],
  ['text/html', ['text', 'hex']],
  [null, ['text', 'hex']],
  ['image/png', ['hex', 'text']],
  ['application/octet-stream', ['hex', 'text']],
])('%s is looked at as %j', (type, modes) => expect(bodyModes(type)).toEqual(modes));

test('base64 becomes its bytes', () => {
  expect([...bytesOf('AP8Q')]).toEqual([0, 255, 16]);
});
