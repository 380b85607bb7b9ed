import { expect, test } from 'vitest';
import { isSameSetting, settingsBelow, withSettings } from '../../../../../renderer/lib/saved/presets.ts';

const warm = { temperature: { on: true, value: 1.2 }, seed: { on: false, value: 7 } };

test('two settings are the same when they send the same', () => {
  expect(isSameSetting(warm, { temperature: { on: true, value: 1.2 } })).toBe(true);
  expect(isSameSetting(warm, { temperature: { on: true, value: 1 } })).toBe(false);
  expect(isSameSetting({ a: { on: true, value: 1 }, b: { on: true, value: 2 } }, { b: { on: true, value: 2 } })).toBe(
    false,
  );
});

test('only the settings of one protocol are read and replaced', () => {
  const all = { 'responses:top_p': { on: true, value: 1 }, 'native:seed': { on: true, value: 3 } };
  expect(settingsBelow(all, 'responses:')).toEqual({ top_p: { on: true, value: 1 } });
  expect(withSettings<{ on: boolean; value: unknown }>(all, 'responses:', warm)).toEqual({
    'native:seed': { on: true, value: 3 },
    'responses:temperature': { on: true, value: 1.2 },
    'responses:seed': { on: false, value: 7 },
  });
});
