import { expect, test } from 'vitest';
import { importsOf, readSources } from '../support/sources.ts';
import { mayImport, mayUse, upward } from './modules.ts';

const longestFirst = (names: string[]) => names.sort((first, second) => second.length - first.length);
const modules = longestFirst(Object.keys(mayImport));
const areas = longestFirst(Object.keys(mayUse));
const isUnder = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);
const moduleOf = (file: string) => modules.find((module) => isUnder(file, module));
const panelOf = (file: string) => file.split('/').slice(0, 3).join('/');

/** Whether a package is allowed in an area: by its name, or by a scope or prefix that ends with `/` or `:`. */
const isPackage = (target: string, allowed: string) =>
  target === allowed || target.startsWith(/[/:]$/.test(allowed) ? allowed : `${allowed}/`);

/** Whether a name in a row matches a module: its own name, or that of a folder of modules. */
const matches = (name: string, module: string) =>
  name === module || (name.endsWith('/') && `${module}/`.startsWith(name));

function isAllowed(file: string, target: string): boolean {
  const module = moduleOf(file);
  if (module === undefined) return false;
  if (!/^(?:shared|electron|renderer)\//.test(target)) {
    const area = areas.find((name) => isUnder(file, name));
    return area !== undefined && (mayUse[area] ?? []).some((allowed) => isPackage(target, allowed));
  }
  const other = moduleOf(target);
  // A panel never imports another panel.
  if (module === 'renderer/panels' && other === module) return panelOf(file) === panelOf(target);
  return (
    other === module || (other !== undefined && (mayImport[module] ?? []).some((allowed) => matches(allowed, other)))
  );
}

const mayReach = (module: string, other: string) => (mayImport[module] ?? []).some((name) => matches(name, other));

const sources = readSources('shared', 'electron', 'renderer');

test('no module imports in a forbidden direction', () => {
  const wrong = sources.flatMap((source) =>
    importsOf(source)
      .filter((target) => !isAllowed(source.file, target))
      .map((target) => `${source.file} -> ${target}`),
  );
  // One list, so that an exception that is no longer needed is noticed as well.
  expect([...new Set(wrong)].sort()).toEqual([...upward].sort());
});

test('modules import each other in one direction only', () => {
  const pairs = modules.flatMap((module) =>
    modules
      .filter((other) => other < module)
      .filter((other) => mayReach(module, other) && mayReach(other, module))
      .map((other) => `${module} and ${other}`),
  );
  expect(pairs).toEqual([]);
});

test('every module and package listed in the rows is in use', () => {
  const targets = new Map(sources.map((source) => [source.file, importsOf(source)]));
  const unusedRows = modules.flatMap((module) => {
    const own = sources.filter(({ file }) => moduleOf(file) === module).flatMap(({ file }) => targets.get(file) ?? []);
    return (mayImport[module] ?? [])
      .filter((other) => !own.some((target) => matches(other, moduleOf(target) ?? '')))
      .map((other) => `${module} -> ${other}`);
  });
  const unusedPackages = areas.flatMap((area) => {
    const own = sources
      .filter(({ file }) => areas.find((name) => isUnder(file, name)) === area)
      .flatMap(({ file }) => targets.get(file) ?? []);
    return (mayUse[area] ?? [])
      .filter((name) => !own.some((target) => isPackage(target, name)))
      .map((name) => `${area} -> ${name}`);
  });
  expect([...unusedRows, ...unusedPackages]).toEqual([]);
});

test('test suites share code only through tests/support', () => {
  const kindOf = (file: string) => file.split('/')[1];
  // The architecture tests read what they compare the documents with.
  const suites = readSources('tests').filter(({ file }) => !file.startsWith('tests/architecture/'));
  const wrong = suites.flatMap((source) =>
    importsOf(source)
      .filter((target) => target.startsWith('tests/') && kindOf(target) !== kindOf(source.file))
      .filter((target) => kindOf(target) !== 'support')
      .map((target) => `${source.file} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('there are no import cycles, type imports and dynamic imports included', () => {
  const targets = new Map(sources.map((source) => [source.file, importsOf(source)]));
  const reached = new Map<string, Set<string>>();
  const reach = (from: string) => {
    const seen = new Set<string>();
    const next = [...(targets.get(from) ?? [])];
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      if (seen.has(file) || !targets.has(file)) continue;
      seen.add(file);
      next.push(...(targets.get(file) ?? []));
    }
    return seen;
  };
  for (const { file } of sources) reached.set(file, reach(file));
  const inCycle = sources.map(({ file }) => file).filter((file) => reached.get(file)?.has(file));
  const found = inCycle.map((file) =>
    inCycle.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)).sort(),
  );
  expect([...new Set(found.map((cycle) => cycle.join(' ')))]).toEqual([]);
});

test('the import check reports a forbidden import', () => {
  expect(isAllowed('electron/core/index.ts', 'electron')).toBe(false);
  expect(isAllowed('electron/core/store/migrate.ts', 'electron/core/exchange/plan.ts')).toBe(false);
  expect(isAllowed('renderer/panels/chat/panel.tsx', 'renderer/panels/settings/panel.tsx')).toBe(false);
  expect(isAllowed('renderer/ui/controls/button.tsx', 'shared/protocol/part.ts')).toBe(false);
  expect(isAllowed('renderer/ui/base/icon.tsx', 'renderer/ui/overlays/menu.tsx')).toBe(false);
  expect(isAllowed('electron/demo/gateway.ts', 'electron/core/readers/sse.ts')).toBe(false);
  expect(isAllowed('electron/core/index.ts', 'electron/demo/gateway.ts')).toBe(false);
  expect(isAllowed('renderer/lib/client/client.ts', 'electron/core/index.ts')).toBe(false);
  expect(isAllowed('shared/protocol/table.ts', 'node:path')).toBe(false);
});

test('the demo gateway imports only types from the route table', () => {
  const values = readSources('electron/demo').filter(({ text }) =>
    /^import (?!type)[^;]*from '#shared\/protocol\//m.test(text),
  );
  expect(values.map(({ file }) => file)).toEqual([]);
});

test('only the desktop shell imports electron', () => {
  const importers = sources
    .filter((source) => importsOf(source).includes('electron'))
    .map(({ file }) => file)
    .filter((file) => !file.startsWith('electron/desktop/'));
  expect(importers).toEqual([]);
});
