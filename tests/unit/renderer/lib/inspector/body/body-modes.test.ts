import { expect, test } from 'vitest';
import { bodyModes } from '../../../../../../renderer/lib/inspector/body/body-modes.ts';

test.each([
  ['application/json; charset=utf-8', ['json', 'text', 'hex']],
  ['application/problem+json', ['json', 'text', 'hex']],
  ['text/event-stream', ['text', 'hex']],
  ['text/html', ['text', 'hex']],
  [null, ['text', 'hex']],
  ['image/png', ['hex', 'text']],
  ['application/octet-stream', ['hex', 'text']],
])('%s is shown as %j', (type, modes) => expect(bodyModes(type)).toEqual(modes));
