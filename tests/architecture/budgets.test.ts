import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { countPanelFiles, type PageWeight, weighPage } from '../support/page-weight.ts';
import { readSources } from '../support/sources.ts';

const sources = readSources('shared', 'electron', 'renderer');
const longerThan = (limit: number) =>
  sources.filter(({ lines }) => lines > limit).map(({ file, lines }) => `${file}: ${lines}`);

test('no file is longer than 300 lines', () => {
  expect(longerThan(300)).toEqual([]);
});

test('most files are short', () => {
  const sizes = sources.map(({ lines }) => lines).sort((first, second) => first - second);
  expect(sizes[Math.floor(sizes.length * 0.5)]).toBeLessThanOrEqual(120);
  expect(sizes[Math.floor(sizes.length * 0.9)]).toBeLessThanOrEqual(220);
});

test('the preload stays under 40 lines and the main file at most 90', () => {
  expect(sources.find(({ file }) => file === 'electron/desktop/preload.ts')?.lines).toBeLessThan(40);
  expect(sources.find(({ file }) => file === 'electron/desktop/main.ts')?.lines).toBeLessThanOrEqual(90);
});

test('nothing is typed as any', () => {
  const withAny = sources.filter(({ text }) =>
    /(?::|<|as)\s*any\b/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
  );
  expect(withAny.map(({ file }) => file)).toEqual([]);
});

test('no to-do marker is left in the code', () => {
  const marker = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join(''));
  expect(sources.filter(({ text }) => marker.test(text)).map(({ file }) => file)).toEqual([]);
});

test('nothing in the page writes HTML or evaluates strings', () => {
  const risky =
    /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  const code = sources.map((source) => ({ ...source, text: source.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') }));
  expect(
    code.filter(({ file, text }) => file.startsWith('renderer/') && risky.test(text)).map(({ file }) => file),
  ).toEqual([]);
});

test('the page stores nothing in browser storage except the token of this run', () => {
  const storing = sources.filter(
    ({ file, text }) => file.startsWith('renderer/') && /localStorage|indexedDB|document\.cookie/.test(text),
  );
  expect(storing.map(({ file }) => file)).toEqual([]);
});

test('the page uses nothing from the query library that its build leaves out', () => {
  const left = /\b(?:useMutation|useMutationState|useInfiniteQuery|useSuspenseInfiniteQuery|fetchInfiniteQuery)\b/;
  const using = sources.filter(({ file, text }) => file.startsWith('renderer/') && left.test(text));
  expect(using.map(({ file }) => file)).toEqual([]);
});

test('every icon gives its shape as one object, as the builder expects that replaces the one of the library', () => {
  const folder = path.join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm/icons');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const building = texts.filter((text) => /createLucideIcon\(/.test(text));
  expect(building.length).toBeGreaterThan(1000);
  expect(building.filter((text) => !/createLucideIcon\(__iconData\)/.test(text))).toEqual([]);
});

// What a panel may weigh before its first paint, KB after gzip, besides what the frame has already fetched. Code behind
// a press (menus, dialogs, editors) or a reply (Markdown, the ends of turns) loads later and is not counted.
const panelLimitsKb: Record<string, number> = {
  chat: 41,
  checks: 58,
  compare: 42,
  connections: 89,
  embeddings: 52,
  images: 49,
  models: 45,
  request: 54,
  rerank: 49,
  wire: 61,
};
const usualPanelLimitKb = 41;

describe('the page', () => {
  let page: PageWeight;
  beforeAll(async () => {
    page = await weighPage();
  }, 120_000);

  test('renders after at most 100 KB of script', () => {
    expect(page.initial.weightKb).toBeGreaterThan(60);
    expect(page.initial.weightKb).toBeLessThanOrEqual(100);
    expect(page.frame.weightKb).toBeLessThanOrEqual(35);
  });

  test('opens each panel within its budget', () => {
    const heavy = [...page.panels].filter(
      ([panel, { weightKb }]) => weightKb > (panelLimitsKb[panel] ?? usualPanelLimitKb),
    );
    expect(page.panels.size).toBeGreaterThan(3);
    expect(heavy.map(([panel, { weightKb }]) => `${panel}: ${weightKb.toFixed(1)}`)).toEqual([]);
  });

  test('opens each panel with at most 8 script files besides those of the frame', async () => {
    const files = await countPanelFiles();
    expect(files.size).toBe(page.panels.size);
    expect([...files].filter(([, count]) => count > 8)).toEqual([]);
  }, 120_000);

  test('renders a panel without the libraries for overlays, editing and parsing replies', () => {
    const late = /@base-ui|@floating-ui|@codemirror|highlight\.js|temml|math-font|\/marked\/|remend/;
    const first = [...page.initial.modules, ...page.frame.modules, ...(page.panels.get('chat')?.modules ?? [])];
    // Only the switch that forbids style tags: it stores nothing.
    expect(first.filter((module) => late.test(module) && !/csp-provider|csp-context/i.test(module))).toEqual([]);
  });
});
