import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { readLink } from '#shared/links.ts';
import type { MenuLabels } from '#shared/locale/words.ts';
import { appOrigin } from '../security/app-origin.ts';

type Item = MenuItemConstructorOptions;
type Facts = Pick<
  ContextMenuParams,
  | 'isEditable'
  | 'editFlags'
  | 'selectionText'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'linkURL'
  | 'mediaType'
  | 'hasImageContents'
  | 'srcURL'
>;

/** The actions of the items without a built-in role. */
export interface ContextActs {
  replaceMisspelling(by: string): void;
  learnSpelling(word: string): void;
  copyLink(address: string): void;
  copyImage(): void;
  /** Asks for a location, and saves the stored file with this id. */
  saveImage(fileId: string): void;
}

const separator: Item = { type: 'separator' };

/** Returns the actions available at the clicked place, as data; empty where there are none. */
export function contextMenuTemplate(facts: Facts, words: MenuLabels, acts: ContextActs): Item[] {
  const groups = [
    spelling(facts, words, acts),
    link(facts, words, acts),
    image(facts, words, acts),
    editing(facts, words),
  ];
  return groups
    .filter((items) => items.length > 0)
    .flatMap((items, index) => (index === 0 ? items : [separator, ...items]));
}

function spelling(
  { misspelledWord, dictionarySuggestions }: Facts,
  { context }: MenuLabels,
  acts: ContextActs,
): Item[] {
  if (!misspelledWord) return [];
  const suggestions = dictionarySuggestions.map(
    (word): Item => ({ label: escaped(word), click: () => acts.replaceMisspelling(word) }),
  );
  const none: Item = { label: context.noSuggestions, enabled: false };
  const learn: Item = { label: context.learnSpelling, click: () => acts.learnSpelling(misspelledWord) };
  return [...(suggestions.length > 0 ? suggestions : [none]), learn];
}

function link({ linkURL }: Facts, { context }: MenuLabels, acts: ContextActs): Item[] {
  // Only what external-links would open: an address of the page itself is useless outside the app.
  const found = readLink(linkURL);
  return found ? [{ label: context.copyLink, click: () => acts.copyLink(found.address) }] : [];
}

function image({ mediaType, hasImageContents, srcURL }: Facts, { context }: MenuLabels, acts: ContextActs): Item[] {
  if (mediaType !== 'image' || !hasImageContents) return [];
  const [, fileId] = storedFile.exec(srcURL) ?? [];
  return [
    { label: context.copyImage, click: acts.copyImage },
    ...(fileId ? [{ label: context.saveImage, click: () => acts.saveImage(fileId) }] : []),
  ];
}

function editing({ isEditable, editFlags, selectionText }: Facts, { roles }: MenuLabels): Item[] {
  const by = (role: NonNullable<Item['role']>, enabled: boolean): Item => {
    const label = roles[role];
    return { role, enabled, ...(label !== undefined && { label }) };
  };
  if (!isEditable) return selectionText.trim() ? [by('copy', editFlags.canCopy)] : [];
  return [
    by('undo', editFlags.canUndo),
    by('redo', editFlags.canRedo),
    separator,
    by('cut', editFlags.canCut),
    by('copy', editFlags.canCopy),
    by('paste', editFlags.canPaste),
    by('pasteAndMatchStyle', editFlags.canPaste),
    separator,
    by('selectAll', editFlags.canSelectAll),
  ];
}

const storedFile = new RegExp(`^${appOrigin}/files/([\\w-]{1,64})$`);

/** In a label, `&` marks the access key. */
const escaped = (text: string) => text.replaceAll('&', '&&');
