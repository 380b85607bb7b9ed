import { expect, test } from 'vitest';
import { readFrameRecord } from '#shared/contract/frame-record.ts';
import { frameOf, recordedOf, withFrameRecord } from '../../../../electron/hosting/frame-record.ts';
import { openCore } from '../../../support/core/open-core.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';

const html = '<!doctype html>\n<html lang="en"><head></head></html>';
/** What a browser reads as the value of an attribute. */
const attribute = (text: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`)
    .exec(text)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test('the document of a core names theme, language, panel and sizes, and nothing of a connection', async () => {
  const { client, handlers } = await openCore({ dataFolder: tempFolder() });
  const { id } = await client.connections.save({
    name: 'Canary name',
    baseAddress: 'http://127.0.0.1:9/canary-path',
    exposedRoutes: ['/canary'],
  });
  await client.keys.put({ connectionId: id, alias: 'canary-alias', secret: 'CANARY-frame-4f1d2c' });
  await client.settings.put({ name: 'appearance', value: { theme: 'dark' } });
  await client.settings.put({ name: 'language', value: { choice: 'zh-CN', shown: 'zh-CN' } });
  await client.settings.put({ name: 'panel', value: { id: 'images' } });
  await client.settings.put({ name: 'layout', value: { listPx: 300 } });
  await client.settings.put({
    name: 'active',
    value: { connectionId: id, keys: {}, models: { [id]: { chat: 'canary' } } },
  });
  const text = withFrameRecord(html, await frameOf(handlers)());
  expect(text).toContain('<html lang="zh-CN" data-theme="dark" ');
  expect(readFrameRecord(attribute(text, 'data-frame') ?? '')).toEqual({
    settings: {
      appearance: { theme: 'dark' },
      language: { choice: 'zh-CN', shown: 'zh-CN' },
      panel: { id: 'images' },
      layout: { listPx: 300 },
    },
    hasConnections: true,
    hasOwnPaths: true,
  });
  expect(text).not.toMatch(/canary/i);
  expect(text).not.toContain(id);
});

test('a folder without any settings leaves theme and language to the system', async () => {
  const { handlers } = await openCore({ dataFolder: tempFolder() });
  const text = withFrameRecord(html, await frameOf(handlers)());
  expect(text).toContain('<html lang="en" data-frame=');
  expect(text).not.toContain('data-theme');
  expect(readFrameRecord(attribute(text, 'data-frame') ?? '')).toEqual({
    settings: {},
    hasConnections: false,
    hasOwnPaths: false,
  });
});

test('no text can end the attribute', () => {
  const hostile = `"><script>alert(1)</script>&quot;'$&`;
  const text = withFrameRecord(html, {
    settings: { panel: { id: hostile } },
    hasConnections: true,
    hasOwnPaths: false,
  });
  expect(text.match(/[<>]/g)).toHaveLength((html.match(/[<>]/g) ?? []).length);
  expect(JSON.parse(attribute(text, 'data-frame') ?? '')).toMatchObject({ settings: { panel: { id: hostile } } });
});

test('data that cannot be read leaves the document as it was built', async () => {
  const { handlers } = await openCore({ dataFolder: tempFolder() });
  const settings = { ...handlers.settings, get: () => Promise.reject(new Error('the disk failed')) };
  const record = await frameOf({ ...handlers, settings })();
  expect(record).toBeNull();
  expect(withFrameRecord(html, record)).toBe(html);
});

const built = `<html lang="en">
  <head>
    <link data-for="en" data-rel="modulepreload" crossorigin href="./assets/en.js">
    <link data-for="zh-CN" data-rel="modulepreload" crossorigin href="./assets/zh.js">
    <link data-for="frame" data-rel="modulepreload" crossorigin href="./assets/frame.js">
    <link data-for="chat compare" data-rel="preload" as="style" crossorigin href="./assets/common.css">
    <link data-for="images" data-rel="modulepreload" crossorigin href="./assets/images.js">
    <link data-for="images:zh-CN" data-rel="modulepreload" crossorigin href="./assets/images-zh.js">
    <link data-for="welcome" data-rel="modulepreload" crossorigin href="./assets/welcome.js">
  </head>
</html>`;
/** The files that the browser fetches early, and those that the page may fetch once it has drawn its frame. */
const fetched = (text: string) => ({
  early: [...text.matchAll(/<link rel="[^>]*assets\/([^"]+)/g)].map(([, file]) => file),
  later: [...text.matchAll(/<link data-rel="[^>]*assets\/([^"]+)/g)].map(([, file]) => file),
});

test('the strings of the language are fetched early, and the files of the first panel after the frame', () => {
  const settings = { language: { choice: 'system', shown: 'zh-CN' }, panel: { id: 'images' } };
  expect(fetched(withFrameRecord(built, { settings, hasConnections: true, hasOwnPaths: false }))).toEqual({
    early: ['zh.js'],
    later: ['frame.js', 'images.js', 'images-zh.js'],
  });
  expect(fetched(withFrameRecord(built, { settings: {}, hasConnections: true, hasOwnPaths: false })).later).toEqual([
    'frame.js',
    'common.css',
  ]);
  expect(fetched(withFrameRecord(built, { settings, hasConnections: false, hasOwnPaths: false })).later).toEqual([
    'frame.js',
    'welcome.js',
  ]);
  expect(fetched(withFrameRecord(built, null))).toEqual({ early: ['en.js'], later: [] });
});

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
