import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { catalogs, type Words } from '../support/catalogs.ts';
import { readSources, type Source } from '../support/sources.ts';

/** The names in a source that can select a string or a class. */
interface Names {
  file: string;
  /** Read as a property: `words.send`, `{ send }`. */
  read: Set<string>;
  /** Texts, and the parts of those with dots: `'send'`, `'chat.send'`. */
  texts: Set<string>;
  /** Keys of objects and types: `{ send: 1 }`. */
  keys: Set<string>;
  /** The beginnings of texts that end in a value: `level` of `level${depth}`. */
  beginnings: Set<string>;
}

function namesIn({ file, text }: Source): Names {
  const names: Names = { file, read: new Set(), texts: new Set(), keys: new Set(), beginnings: new Set() };
  const take = (value: string) => {
    for (const part of [value, ...value.split('.')]) names.texts.add(part);
  };
  const nameOf = (key: unknown) => {
    const { name, value } = key as { name?: string; value?: unknown };
    return name ?? String(value);
  };
  new Visitor({
    MemberExpression(node) {
      if (!node.computed) names.read.add(nameOf(node.property));
    },
    ObjectPattern(node) {
      for (const part of node.properties) if (part.type === 'Property') names.read.add(nameOf(part.key));
    },
    Literal(node) {
      if (typeof node.value === 'string') take(node.value);
    },
    TemplateLiteral(node) {
      const [first = ''] = node.quasis.map(({ value }) => value.cooked ?? '');
      if (node.quasis.length === 1) take(first);
      else if (first !== '') names.beginnings.add(first);
    },
    ObjectExpression(node) {
      for (const part of node.properties) if (part.type === 'Property') names.keys.add(nameOf(part.key));
    },
  }).visit(parseSync(file, text).program);
  return names;
}

const isCatalog = (file: string) => /^renderer\/(?:lib\/i18n|panels\/[^/]+)\/strings\//.test(file);
const code = readSources('renderer', 'shared', 'electron/core').map((source) => ({
  ...source,
  names: namesIn(source),
}));
const all = (kind: 'texts' | 'keys' | 'beginnings') =>
  new Set(code.filter(({ file }) => !isCatalog(file)).flatMap(({ names }) => [...names[kind]]));
const texts = all('texts');

/** Every key below a part of the catalog, as its path. */
const pathsBelow = (value: unknown, trail: readonly string[]): (readonly string[])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value as Words).flatMap(([key, part]) => [[...trail, key], ...pathsBelow(part, [...trail, key])])
    : [];

test('the page reads every string', () => {
  const panelOf = (file: string) => /^renderer\/panels\/([^/]+)\//.exec(file)?.[1];
  const unread = Object.entries(catalogs.en).flatMap(([section, words]) => {
    const declared = code.filter(({ file, text }) => isCatalog(file) && new RegExp(`\\b${section}\\b`).test(text));
    const panels = new Set(declared.map(({ file }) => panelOf(file)));
    const isShared = panels.has(undefined);
    // Another panel never reads the strings of a panel.
    const readers = code.filter(({ file }) => isShared || panelOf(file) === undefined || panels.has(panelOf(file)));
    const read = new Set(readers.flatMap(({ names }) => [...names.read]));
    return pathsBelow(words, [section])
      .filter((trail) => !read.has(trail.at(-1) ?? '') && !texts.has(trail.at(-1) ?? ''))
      .map((trail) => trail.join('.'));
  });
  expect(unread).toEqual([]);
});

const root = path.join(import.meta.dirname, '../..');
const sheets = readdirSync(path.join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .map((file) => `renderer/${file.replaceAll(path.sep, '/')}`);

/** The classes that the selectors of a style sheet name; those of the whole page are in `:global()`. */
const classesOf = (text: string) => {
  const selectors = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/[\w-]+:[^;{}]*;/g, '');
  return new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name));
};

/** Every import of a module's style sheet, with the source and the name under which it has it. */
const sheetImports = code.flatMap(({ file, text }) =>
  [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([, name = '', target = '']) => ({
    file,
    text,
    name,
    sheet: path.posix.join(path.posix.dirname(file), target),
  })),
);

test('every class that the page uses is in the style sheet that it names', () => {
  const missing = sheetImports.flatMap(({ file, text, name, sheet }) => {
    const classes = classesOf(readFileSync(path.join(root, sheet), 'utf8'));
    const body = text.replace(/^import .*$/gm, '');
    const used = [...body.matchAll(new RegExp(`\\b${name}\\.([A-Za-z]\\w*)\\b`, 'g'))].map(([, one = '']) => one);
    return used.filter((one) => !classes.has(one)).map((one) => `${file}: ${name}.${one}`);
  });
  expect(sheetImports.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('the page uses every class of its style sheets', () => {
  // Classes that are selected by a value: `s[size]`.
  const selected = texts.union(all('keys'));
  const beginnings = [...all('beginnings')];
  const unused = sheets.flatMap((sheet) => {
    const users = sheetImports.filter((one) => one.sheet === sheet);
    const uses = (one: string) =>
      users.some(
        ({ text, name }) =>
          new RegExp(`\\b${name}\\.${one}\\b`).test(text) ||
          (text.includes(`${name}[`) && (selected.has(one) || beginnings.some((first) => one.startsWith(first)))),
      );
    return [...classesOf(readFileSync(path.join(root, sheet), 'utf8'))]
      .filter((one) => !uses(one))
      .map((one) => `${sheet}: ${one}`);
  });
  expect(sheets.length).toBeGreaterThan(100);
  expect(unused).toEqual([]);
});
