import { expect, test } from 'vitest';
import { proposedParts } from '../../../../../../renderer/panels/audio/transcribe/source-warnings.tsx';

test('the proposed parts can be sent, however short the audio is', () => {
  for (const duration of [0.5, 3, 6, 19, 20, 60, 600, 7200])
    for (const fitting of [5, 400]) {
      const { part, overlap } = proposedParts(duration, fitting);
      expect(part).toBeGreaterThan(overlap * 2);
    }
  expect(proposedParts(6, 400)).toEqual({ part: 4, overlap: 1 });
  expect(proposedParts(7200, 400)).toEqual({ part: 400, overlap: 3 });
});
