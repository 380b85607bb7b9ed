import { expect, test } from 'vitest';
import { importsOf, readSources, staticImportsOf } from '../support/sources.ts';
import { mayImport, mayUse, upward } from './modules.ts';

const longestFirst = (names: string[]) => names.sort((first, second) => second.length - first.length);
const modules = longestFirst(Object.keys(mayImport));
const areas = longestFirst(Object.keys(mayUse));
const isUnder = (place: string, folder: string) => place === folder || place.startsWith(`${folder}/`);
const moduleOf = (place: string) => modules.find((module) => isUnder(place, module));
const panelOf = (place: string) => place.split('/').slice(0, 3).join('/');

/** Whether a package is allowed in an area: by its name, or by a scope or prefix that ends with `/` or `:`. */
const isPackage = (target: string, allowed: string) =>
  target === allowed || target.startsWith(/[/:]$/.test(allowed) ? allowed : `${allowed}/`);

/** Whether a name in a row matches a module: its own name, or that of a folder of modules. */
const matches = (name: string, module: string) =>
  name === module || (name.endsWith('/') && `${module}/`.startsWith(name));

function isAllowed(place: string, target: string): boolean {
  const module = moduleOf(place);
  if (module === undefined) return false;
  if (!/^(?:shared|electron|renderer)\//.test(target)) {
    const area = areas.find((name) => isUnder(place, name));
    return area !== undefined && (mayUse[area] ?? []).some((allowed) => isPackage(target, allowed));
  }
  const other = moduleOf(target);
  // A panel never imports another panel.
  if (module === 'renderer/panels' && other === module) return panelOf(place) === panelOf(target);
  return (
    other === module || (other !== undefined && (mayImport[module] ?? []).some((allowed) => matches(allowed, other)))
  );
}

const mayReach = (module: string, other: string) => (mayImport[module] ?? []).some((name) => matches(name, other));

const sources = readSources('shared', 'electron', 'renderer');

test('no module imports in a forbidden direction', () => {
  const wrong = sources.flatMap((source) =>
    importsOf(source)
      .filter((target) => !isAllowed(source.place, target))
      .map((target) => `${source.place} -> ${target}`),
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
  const targets = new Map(sources.map((source) => [source.place, importsOf(source)]));
  const unusedRows = modules.flatMap((module) => {
    const own = sources
      .filter(({ place }) => moduleOf(place) === module)
      .flatMap(({ place }) => targets.get(place) ?? []);
    return (mayImport[module] ?? [])
      .filter((other) => !own.some((target) => matches(other, moduleOf(target) ?? '')))
      .map((other) => `${module} -> ${other}`);
  });
  const unusedPackages = areas.flatMap((area) => {
    const own = sources
      .filter(({ place }) => areas.find((name) => isUnder(place, name)) === area)
      .flatMap(({ place }) => targets.get(place) ?? []);
    return (mayUse[area] ?? [])
      .filter((name) => !own.some((target) => isPackage(target, name)))
      .map((name) => `${area} -> ${name}`);
  });
  expect([...unusedRows, ...unusedPackages]).toEqual([]);
});

test('test suites share code only through tests/support', () => {
  const kindOf = (place: string) => place.split('/')[1];
  // The architecture tests read what they compare the documents with.
  const looking = readSources('tests').filter(({ place }) => !place.startsWith('tests/architecture/'));
  const wrong = looking.flatMap((source) =>
    importsOf(source)
      .filter((target) => target.startsWith('tests/') && kindOf(target) !== kindOf(source.place))
      .filter((target) => kindOf(target) !== 'support')
      .map((target) => `${source.place} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('there are no import cycles, type imports included', () => {
  const targets = new Map(sources.map((source) => [source.place, staticImportsOf(source)]));
  const reached = new Map<string, Set<string>>();
  const reach = (from: string) => {
    const seen = new Set<string>();
    const next = [...(targets.get(from) ?? [])];
    for (let place = next.pop(); place !== undefined; place = next.pop()) {
      if (seen.has(place) || !targets.has(place)) continue;
      seen.add(place);
      next.push(...(targets.get(place) ?? []));
    }
    return seen;
  };
  for (const { place } of sources) reached.set(place, reach(place));
  const inCycle = sources.map(({ place }) => place).filter((place) => reached.get(place)?.has(place));
  const found = inCycle.map((place) =>
    inCycle.filter((other) => reached.get(place)?.has(other) && reached.get(other)?.has(place)).sort(),
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
  expect(values.map(({ place }) => place)).toEqual([]);
});

test('only the desktop shell imports electron', () => {
  const stray = sources
    .filter((source) => importsOf(source).includes('electron'))
    .map(({ place }) => place)
    .filter((place) => !place.startsWith('electron/desktop/'));
  expect(stray).toEqual([]);
});
