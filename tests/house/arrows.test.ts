import { expect, test } from 'vitest';
import { importsOf, readSources } from './sources.ts';

/**
 * Who may import whom, as data. The longest matching room wins; a file may always import its own room. `<own>` is the
 * panel's own folder.
 */
const mayImport: Record<string, string[]> = {
  'shared/contract': ['shared/routes', 'zod/mini'],
  'shared/wire': ['shared/contract', 'shared/routes', 'zod/mini'],
  'shared/routes': [],
  shared: [],
  'electron/core': ['shared', 'node:', 'ws'],
  'electron/demo': [
    'shared/routes',
    'shared/format.ts',
    'shared/media',
    'node:',
    'ws',
    'mediabunny',
    'jpeg-js',
    '@jsquash/webp',
    'opus-decoder',
    'mpg123-decoder',
  ],
  'electron/loopback': ['electron/core', 'electron/demo', 'shared', 'node:', 'ws', '@napi-rs/keyring', 'vite'],
  'electron/cli': ['electron/cli/json-lines', 'electron/core', 'electron/demo', 'electron/loopback', 'shared', 'node:'],
  'electron/cli/json-lines': ['shared', 'zod/mini'],
  electron: ['electron/core', 'electron/demo', 'electron/loopback', 'shared', 'node:', 'electron', 'electron-updater'],
  'renderer/ui': [
    'react',
    'react-dom',
    '@base-ui/react',
    'lucide-react',
    'marked',
    'remend',
    'temml',
    'highlight.js',
    'shared/links.ts',
    'react-resizable-panels',
    '@tanstack/react-virtual',
    '@fontsource-variable/',
    '@codemirror/',
    '@lezer/',
  ],
  'renderer/lib': [
    'renderer/ui',
    'shared',
    'react',
    '@tanstack/react-query',
    'zustand',
    'tinykeys',
    '@base-ui/react',
    'lucide-react',
    'papaparse',
    'umap-js',
    'mediabunny',
  ],
  'renderer/panels': [
    '<own>',
    'renderer/ui',
    'renderer/lib',
    'shared',
    'react',
    'zustand',
    'diff',
    'lucide-react',
    '@codemirror/',
    '@lezer/',
  ],
  'renderer/app': [
    'renderer/panels',
    'renderer/ui',
    'renderer/lib',
    'shared',
    'react',
    'react-dom',
    'zustand',
    '@tanstack/react-query',
    '@base-ui/react',
    'lucide-react',
  ],
};

const rooms = Object.keys(mayImport).sort((first, second) => second.length - first.length);
const roomOf = (place: string) => rooms.find((room) => place.startsWith(`${room}/`));
const isUnder = (target: string, allowed: string) =>
  target === allowed || target.startsWith(allowed.endsWith(':') || allowed.endsWith('/') ? allowed : `${allowed}/`);

function isAllowed(place: string, target: string): boolean {
  const room = roomOf(place);
  if (!room) return false;
  if (/\.(css|svg|woff2)$/.test(target))
    return (
      isUnder(target, room) ||
      target.startsWith('renderer/ui/') ||
      !target.includes('/') ||
      target.startsWith('@fontsource') ||
      (mayImport[room] ?? []).some((allowed) => isUnder(target, allowed))
    );
  if (room === 'renderer/panels') {
    const own = place.split('/').slice(0, 3).join('/');
    if (isUnder(target, 'renderer/panels')) return isUnder(target, own);
  } else if (isUnder(target, room) && roomOf(target) === room) return true;
  return (mayImport[room] ?? []).some((allowed) => isUnder(target, allowed));
}

test('no room looks the wrong way', () => {
  const wrong = readSources('shared', 'electron', 'renderer').flatMap((source) =>
    importsOf(source)
      .filter((target) => !isAllowed(source.place, target))
      .map((target) => `${source.place} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('the arrow test itself sees a wrong arrow', () => {
  expect(isAllowed('electron/core/index.ts', 'electron')).toBe(false);
  expect(isAllowed('renderer/panels/chat/chat-panel.tsx', 'renderer/panels/settings/settings-panel.tsx')).toBe(false);
  expect(isAllowed('renderer/ui/button.tsx', 'shared/routes/part.ts')).toBe(false);
  expect(isAllowed('electron/demo/gateway.ts', 'electron/core/readers/sse.ts')).toBe(false);
  expect(isAllowed('shared/routes/table.ts', 'node:path')).toBe(false);
});

test('the demo gateway takes only types from the route table', () => {
  const values = readSources('electron/demo').filter(({ text }) =>
    /^import (?!type)[^;]*from '#shared\/routes\//m.test(text),
  );
  expect(values.map(({ place }) => place)).toEqual([]);
});

test("electron is imported only by the shell's own files", () => {
  const stray = readSources('shared', 'electron', 'renderer')
    .filter((source) => importsOf(source).includes('electron'))
    .map(({ place }) => place)
    .filter((place) => !/^electron\/[^/]+\.ts$/.test(place));
  expect(stray).toEqual([]);
});
