import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../support/sources.ts';
import { everywhere, inCatalogs, inChinese, inDocs, inInterface, type LanguageRule } from './language-rules.ts';
import { commentsOf, type FoundText, proseOf, stringsOf, titlesOf } from './texts-of.ts';

const root = path.join(import.meta.dirname, '../..');
const product = readSources('electron', 'renderer', 'shared', 'scripts');
const tests = readSources('tests').filter(({ file }) => !file.startsWith('tests/architecture/language'));

const isCatalog = (file: string) => /^renderer\/(?:lib\/i18n\/strings|panels\/[^/]+\/strings)\//.test(file);
const isChinese = (file: string) => /\/zh\/|[/-]zh\.ts$/.test(file) && (isCatalog(file) || /locale/.test(file));
/** Starts like a sentence and has three words: read by a user wherever it is. */
const isSentence = (text: string) => /^["“]?\p{Lu}[\p{L}’']*(?: [\p{L}\d’'…]+,?){2,}/u.test(text);
const hasWords = (text: string) => /\p{L}+[ ,]+\p{L}+/u.test(text);

const isSql = (text: string) => /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|WITH|DROP|PRAGMA) /.test(text);
/** Not written for users of Patchbay: what the demo says in the role of a gateway or model, samples, license texts, SQL. */
const isQuoted = ({ file, text }: FoundText) =>
  /^electron\/demo\/|\/core\/store\/migrations\/|\/sample-corpus\.ts$|\/third-party-notices\.ts$/.test(file) ||
  isSql(text);

const documents = ['', 'docs', 'docs/guide', 'docs/decisions', '.github']
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.posix.join(folder, name)))
  .filter((file) => file.endsWith('.md'));

const comments = [...product, ...tests].flatMap(commentsOf);
const titles = tests.flatMap(titlesOf);
const strings = product
  .filter(({ file }) => !isChinese(file))
  .flatMap(stringsOf)
  .filter((found) => hasWords(found.text) && !isQuoted(found));
const catalogs = strings.filter(({ file }) => isCatalog(file));
const seen = strings.filter(({ file, text }) => isCatalog(file) || (isSentence(text) && !file.startsWith('scripts/')));
const chinese = product.filter(({ file }) => isChinese(file)).flatMap(stringsOf);
const prose = documents.flatMap((file) => proseOf(file, readFileSync(path.join(root, file), 'utf8')));

/** Fails with one line per refused word. */
function expectNone(texts: readonly FoundText[], rules: readonly LanguageRule[]): void {
  const refused = texts.flatMap(({ file, line, text }) =>
    rules.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(text);
      return found ? [`${file}:${line} "${found[0]}" in: ${text.slice(0, 140)} -> ${instead}`] : [];
    }),
  );
  expect(refused, refused.join('\n')).toEqual([]);
}

/** Sentences that each host writes from the effect of a failure. */
const effects: readonly LanguageRule[] = [
  {
    pattern:
      /Nothing was (?:sent|saved|stored|changed|imported|exported|lost)\.|^(?:What (?:arrived|was read)|The response)\b[^.]* is (?:kept|recorded)\.|may have been processed and billed/,
    instead: 'the effect of the failure',
  },
];
const ofCore = strings.filter(({ file }) => /^(?:electron\/(?:core|hosting|browser|desktop)|shared)\//.test(file));

test('comments', () => expectNone(comments, everywhere));
test('titles of tests', () => expectNone(titles, everywhere));
test('strings of the product', () => expectNone(strings, everywhere));
test('strings of the catalogs', () => expectNone(catalogs, inCatalogs));
test('strings that users see', () => expectNone(seen, inInterface));
test('documents', () => expectNone(prose, [...everywhere, ...inDocs]));
test('Chinese strings', () => expectNone(chinese, inChinese));
test('a failure of the core leaves its effect to the host', () => expectNone(ofCore, effects));
