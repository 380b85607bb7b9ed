import { expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import { quoteBeside } from '../../../../../renderer/lib/failures/failure-sentences.ts';

test('the words of the gateway are quoted beside a sentence that does not contain them', () => {
  const found = failure('no-terminal', 'The stream ended early.', { gatewayMessage: 'out of memory' });
  expect(quoteBeside(found, found.message)).toBe('out of memory');
  expect(quoteBeside(found, 'The gateway said: out of memory.')).toBeNull();
  expect(quoteBeside(failure('no-terminal', 'The stream ended early.'), '')).toBeNull();
});
