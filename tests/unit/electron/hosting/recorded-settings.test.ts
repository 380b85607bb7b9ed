import { expect, test } from 'vitest';
import { recordedOf } from '../../../../electron/hosting/recorded-settings.ts';

const stored = {
  appearance: { theme: 'dark' },
  language: { choice: 'zh-CN', shown: 'zh-CN' },
  panel: { id: 'images' },
  layout: { listOpen: false, parametersOpen: true, wireOpen: false, listPx: 300, parametersPx: null, wirePx: 200 },
};

test('the record has the listed fields of the listed settings and nothing else', () => {
  expect(recordedOf({ ...stored, active: { connectionId: 'c1' }, 'chat.blank': { text: 'hello' } })).toEqual(stored);
});

test('a value that is not in its list is left out, whatever wrote it', () => {
  const settings = recordedOf({
    appearance: { theme: 'sk-secret' },
    language: { choice: '"><script>', shown: 'fr' },
    panel: { id: 'https://gateway.example' },
    layout: { listOpen: 'sk-secret', listPx: '300', wirePx: 1e9, parametersPx: Number.NaN, note: 'sk-secret' },
    __proto__: { theme: 'dark' },
  });
  expect(settings).toEqual({ appearance: {}, language: {}, panel: {}, layout: {} });
  expect(recordedOf({ appearance: null, panel: 'chat', layout: [] })).toEqual({ layout: {} });
});
