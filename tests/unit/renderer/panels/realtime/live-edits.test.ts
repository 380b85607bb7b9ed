import { expect, test } from 'vitest';
import { editSettings, useUnsent } from '../../../../../renderer/panels/realtime/store.ts';

test('edited settings of a live session are kept apart from those of other sessions, the newest ones', () => {
  editSettings('a', { instructions: 'Be brief.' });
  editSettings('b', { voice: 'cedar' });
  editSettings('a', { instructions: 'Be brief.', voice: 'marin' });
  expect(useUnsent.getState().settings).toEqual({
    a: { instructions: 'Be brief.', voice: 'marin' },
    b: { voice: 'cedar' },
  });
  for (let at = 0; at < 8; at += 1) editSettings(`later ${at}`, {});
  expect(Object.keys(useUnsent.getState().settings)).toHaveLength(8);
  expect(useUnsent.getState().settings.a).toBeUndefined();
});
