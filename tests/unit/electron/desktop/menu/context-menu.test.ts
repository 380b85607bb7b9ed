import { expect, test } from 'vitest';
import { contextMenuTemplate } from '../../../../../electron/desktop/menu/context-menu.ts';
import { localeOf } from '../../../../../shared/locale/locale.ts';

const editFlags = { canUndo: true, canCut: true, canCopy: true, canPaste: false, canSelectAll: true } as never;
const nowhere = {
  isEditable: false,
  editFlags,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  linkURL: '',
  mediaType: 'none' as const,
  hasImageContents: false,
  srcURL: '',
};

function open(facts: Partial<Parameters<typeof contextMenuTemplate>[0]>, language: 'en' | 'zh-CN' = 'en') {
  const done: string[] = [];
  const items = contextMenuTemplate({ ...nowhere, ...facts }, localeOf(language).menu, {
    replaceMisspelling: (by) => void done.push(`replace ${by}`),
    learnSpelling: (word) => void done.push(`learn ${word}`),
    copyLink: (address) => void done.push(`copy ${address}`),
    copyImage: () => void done.push('copy image'),
    saveImage: (id) => void done.push(`save ${id}`),
  });
  for (const { click } of items) click?.(undefined as never, undefined, {} as never);
  return { items, names: items.map(({ label, role, type }) => label ?? role ?? type), done };
}

test('a field offers editing, each command only where it does something', () => {
  const { items } = open({ isEditable: true });
  expect(items.find(({ role }) => role === 'paste')).toMatchObject({ enabled: false });
  expect(items.find(({ role }) => role === 'cut')).toMatchObject({ enabled: true });
  expect(open({ selectionText: 'words' }).names).toEqual(['copy']);
  expect(open({ selectionText: ' ' }).names).toEqual([]);
});

test('a misspelled word is replaced by a suggestion, or learned', () => {
  const word = { isEditable: true, misspelledWord: 'teh', dictionarySuggestions: ['the', 'R&D'] };
  const { names, done } = open(word);
  expect(names.slice(0, 4)).toEqual(['the', 'R&&D', 'Learn Spelling', 'separator']);
  expect(done).toEqual(['replace the', 'replace R&D', 'learn teh']);
  const { items } = open({ ...word, dictionarySuggestions: [] });
  expect(items[0]).toEqual({ label: 'No Suggestions', enabled: false });
});

test('a link is copied as it would be opened, and only if it may leave the app', () => {
  expect(open({ linkURL: 'https://user:pw@example.test/a' }).done).toEqual(['copy https://example.test/a']);
  for (const linkURL of ['app://patchbay/#/chat', 'javascript:alert(1)', 'file:///etc/passwd', ''])
    expect(open({ linkURL }).names).toEqual([]);
});

test('an image is copied; a stored one is saved by its id, never fetched from an address', () => {
  const image = { mediaType: 'image' as const, hasImageContents: true };
  expect(open({ ...image, srcURL: 'app://patchbay/files/abc-1' }).done).toEqual(['copy image', 'save abc-1']);
  for (const srcURL of ['blob:app://patchbay/x', 'data:image/png;base64,', 'https://evil.test/files/abc'])
    expect(open({ ...image, srcURL }).done).toEqual(['copy image']);
  expect(open({ ...image, hasImageContents: false, srcURL: 'app://patchbay/files/abc-1' }).names).toEqual([]);
});

test('groups are divided by one separator, and none is first or last', () => {
  const { names } = open({
    mediaType: 'image',
    hasImageContents: true,
    srcURL: 'app://patchbay/files/a',
    linkURL: 'https://example.test/',
    selectionText: 'x',
  });
  expect(names).toEqual(['Copy Link', 'separator', 'Copy Image', 'Save Image As…', 'separator', 'copy']);
});

test('in Chinese every item has Chinese text', () => {
  const { names } = open(
    { isEditable: true, misspelledWord: 'x', linkURL: 'https://a.test/', mediaType: 'image', hasImageContents: true },
    'zh-CN',
  );
  for (const name of names) if (name !== 'separator') expect(name).toMatch(/\p{Script=Han}/u);
});
