import { beforeEach, expect, test } from 'vitest';
import {
  importPresets,
  isSameSetting,
  removePreset,
  savePreset,
  settingsBelow,
  usePresets,
  withSettings,
  writePresets,
} from '../../../../../renderer/lib/presets/presets.ts';

const warm = { temperature: { on: true, value: 1.2 }, seed: { on: false, value: 7 } };
const presets = () => usePresets.getState().presets;

beforeEach(() => usePresets.setState({ presets: [] }));

test('a preset with the name of another one of its scope replaces it', () => {
  savePreset('chat responses', 'Warm', warm);
  savePreset('chat native', 'Warm', {});
  const [first] = presets();
  savePreset('chat responses', 'Warm', { top_p: { on: true, value: 0.5 } });
  expect(presets().map(({ scope, values }) => [scope, Object.keys(values)])).toEqual([
    ['chat responses', ['top_p']],
    ['chat native', []],
  ]);
  expect(presets()[0]?.id).toBe(first?.id);
  removePreset(first?.id as string);
  expect(presets()).toHaveLength(1);
});

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

test('an exported file is imported again; what is no preset in it is dropped', () => {
  savePreset('chat responses', 'Warm', warm);
  const file = writePresets(presets());
  usePresets.setState({ presets: [] });
  expect(importPresets(file)).toBe(1);
  expect(presets()[0]).toMatchObject({ name: 'Warm', scope: 'chat responses', values: warm });
  expect(importPresets('{"format":"patchbay-presets-1","presets":[{"name":"x"},7,null]}')).toBe(0);
  for (const text of ['', '[]', '{"format":"other"}', 'null']) expect(importPresets(text)).toBeNull();
  expect(presets()).toHaveLength(1);
});
