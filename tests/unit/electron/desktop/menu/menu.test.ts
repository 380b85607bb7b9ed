import { readFileSync } from 'node:fs';
import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { hostCommands } from '#shared/contract/host.ts';
import { accelerators, type MenuParts, menuTemplate } from '../../../../../electron/desktop/menu/menu.ts';
import { type ActionId, actionOf, actions } from '../../../../../renderer/lib/shortcuts/actions.ts';
import { localeOf } from '../../../../../shared/locale/locale.ts';

type Item = MenuItemConstructorOptions;

function menu(change: Partial<Omit<MenuParts, 'send' | 'openWindow' | 'showLog'>> = {}) {
  const sent: string[] = [];
  const template = menuTemplate({
    platform: 'linux',
    words: localeOf('en').menu,
    isPackaged: true,
    offerWeakVault: null,
    openWindow: () => sent.push('window'),
    showLog: () => sent.push('log'),
    send: (command) => sent.push(command),
    ...change,
  });
  const flatten = (items: Item[]): Item[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
  return { template, items: flatten(template), sent };
}

test.each(['linux', 'darwin', 'win32'] as const)('on %s every command has one item that sends it', (platform) => {
  const { items, sent } = menu({ platform });
  for (const command of hostCommands) {
    const [item, ...more] = items.filter(({ id }) => id === command);
    expect(more).toEqual([]);
    item?.click?.(undefined as never, undefined, {} as never);
  }
  expect(sent).toEqual([...hostCommands]);
});

test.each(['linux', 'darwin', 'win32'] as const)('on %s the first menu with files opens another window', (platform) => {
  const { items, sent } = menu({ platform });
  const [item, ...more] = items.filter(({ id }) => id === 'new-window');
  expect([item?.label, item?.accelerator, more]).toEqual(['New Window', 'CmdOrCtrl+Shift+N', []]);
  item?.click?.(undefined as never, undefined, {} as never);
  expect(sent).toEqual(['window']);
});

test("the menu shows the page's own shortcuts", () => {
  const spoken: Record<string, string> = { $mod: 'CmdOrCtrl', Shift: 'Shift' };
  const asAccelerator = (keys: string) =>
    keys
      .split('+')
      .map((part) => spoken[part] ?? part.toUpperCase())
      .join('+');
  const shared = (Object.keys(actions) as ActionId[])
    .filter((id) => id in accelerators)
    .map((id) => [id, actionOf(id).keys] as const)
    .filter(([, keys]) => keys.startsWith('$mod'));
  expect(shared.length).toBeGreaterThan(3);
  for (const [name, keys] of shared)
    expect([name, accelerators[name as keyof typeof accelerators]]).toEqual([name, asAccelerator(keys)]);
});

test('no two items have the same shortcut, and every shortcut is one that Electron can parse', () => {
  const given = menu().items.flatMap(({ accelerator }) => accelerator ?? []);
  expect(new Set(given).size).toBe(given.length);
  for (const accelerator of given) expect(accelerator).toMatch(/^(?:F1|CmdOrCtrl\+(?:Shift\+)?(?:[A-Z0-9]|[,=]))$/);
});

test('a hidden item zooms in by Ctrl+=, beside the one that is shown', () => {
  const zooming = menu().items.filter(({ role }) => role === 'zoomIn');
  expect(zooming.map(({ accelerator, visible = true }) => [accelerator, visible])).toEqual([
    [undefined, true],
    ['CmdOrCtrl+=', false],
  ]);
});

test('every role is one that this Electron knows', () => {
  const typings = readFileSync('node_modules/electron/electron.d.ts', 'utf8');
  const known = /role\?: \(('undo'[^)]+)\)/.exec(typings)?.[1] ?? '';
  for (const platform of ['linux', 'darwin'] as const)
    for (const { role } of menu({ platform, isPackaged: false }).items) if (role) expect(known).toContain(`'${role}'`);
});

test('a package can neither be reloaded nor inspected from its menu', () => {
  const roles = (isPackaged: boolean) => menu({ isPackaged }).items.map(({ role }) => role);
  expect(roles(true)).not.toContain('toggleDevTools');
  expect(roles(true)).not.toContain('reload');
  expect(roles(false)).toContain('toggleDevTools');
});

test('storing keys without a keyring is offered only where that is a choice', () => {
  const chosen: string[] = [];
  const { items } = menu({ offerWeakVault: () => chosen.push('weak') });
  items.find(({ id }) => id === 'weak-vault')?.click?.(undefined as never, undefined, {} as never);
  expect(chosen).toEqual(['weak']);
  expect(menu().items.find(({ id }) => id === 'weak-vault')).toBeUndefined();
});

test('no menu has two separators in a row, or one at its end', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    for (const isPackaged of [true, false])
      for (const offerWeakVault of [null, () => {}])
        for (const { label, role, submenu } of menu({ platform, isPackaged, offerWeakVault }).template) {
          const kinds =
            (submenu as Item[] | undefined)?.map(({ type }) => (type === 'separator' ? '-' : 'x')).join('') ?? '';
          expect([platform, label ?? role, kinds]).toEqual([
            platform,
            label ?? role,
            expect.not.stringMatching(/^-|--|-$/),
          ]);
        }
});

test('in Chinese every item has Chinese text', () => {
  for (const platform of ['linux', 'darwin'] as const)
    for (const { type, label, role } of menu({ platform, isPackaged: false, words: localeOf('zh-CN').menu }).items)
      if (type !== 'separator' && role !== 'appMenu') expect(`${role}: ${label}`).toMatch(/\p{Script=Han}/u);
});
