import { expect, test } from 'vitest';
import { frameRecordOf, readFrameRecord } from '#shared/contract/frame-record.ts';

const stored = {
  appearance: { theme: 'dark' },
  language: { choice: 'zh-CN', shown: 'zh-CN' },
  panel: { id: 'images' },
  layout: { listOpen: false, parametersOpen: true, wireOpen: false, listPx: 300, parametersPx: null, wirePx: 200 },
};

test('the record has the listed fields of the listed settings and nothing else', () => {
  const record = frameRecordOf({ ...stored, active: { connectionId: 'c1' }, 'chat.blank': { text: 'hello' } }, true);
  expect(record).toEqual({ settings: stored, hasConnections: true });
});

test('a value that is not in its list is left out, whatever wrote it', () => {
  const record = frameRecordOf(
    {
      appearance: { theme: 'sk-secret' },
      language: { choice: '"><script>', shown: 'fr' },
      panel: { id: 'https://gateway.example' },
      layout: { listOpen: 'sk-secret', listPx: '300', wirePx: 1e9, parametersPx: Number.NaN, note: 'sk-secret' },
      __proto__: { theme: 'dark' },
    },
    false,
  );
  expect(record).toEqual({ settings: { appearance: {}, language: {}, panel: {}, layout: {} }, hasConnections: false });
  expect(frameRecordOf({ appearance: null, panel: 'chat', layout: [] }, false).settings).toEqual({ layout: {} });
});

test('the page reads what the host wrote', () => {
  const record = frameRecordOf(stored, true);
  expect(readFrameRecord(JSON.stringify(record))).toEqual(record);
  expect(readFrameRecord(null)).toBeNull();
});
