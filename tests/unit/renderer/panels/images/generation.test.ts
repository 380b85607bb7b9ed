import { expect, test } from 'vitest';
import { foldCall, newCall } from '../../../../../renderer/panels/images/model/generation.ts';

test('upload progress is reported with its call, where its size is known', () => {
  const began = foldCall(newCall(0), { type: 'progress', stage: 'sending' });
  expect(began.sending).toBeUndefined();
  const sending = foldCall(began, { type: 'progress', stage: 'sending', sentBytes: 4_000_000, totalBytes: 8_000_000 });
  expect(sending).toMatchObject({ stage: 'sending', sending: { sentBytes: 4_000_000, totalBytes: 8_000_000 } });
  expect(foldCall(sending, { type: 'progress', stage: 'waiting' }).stage).toBe('waiting');
});
