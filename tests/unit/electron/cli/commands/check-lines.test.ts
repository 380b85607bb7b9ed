import { expect, test } from 'vitest';
import { driftLine } from '../../../../../electron/cli/commands/check-lines.ts';

const changed = { cellId: null, isRegression: false, before: '', after: '' } as const;

test('a change of the model list says what happened to which model', () => {
  const lines = [
    { ...changed, what: 'model-added', after: 'demo-new' },
    { ...changed, what: 'model-removed', before: 'demo-old' },
    { ...changed, what: 'model-removed', before: 'demo-chat', isRegression: true },
  ] as const;
  expect(lines.map((drift) => driftLine(drift, new Map()))).toEqual([
    'changed: demo-new: not listed -> listed',
    'changed: demo-old: listed -> not listed',
    'NO LONGER WORKS: demo-chat: works -> not listed',
  ]);
});
