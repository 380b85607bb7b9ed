import { parseSync } from 'vite';
import type { Mutation } from './mutation.ts';

interface Span {
  start: number;
  end: number;
}

/**
 * Locates a row's fragment in its file: inside the function or constant that the row names, ignoring white space.
 *
 * @param text the file.
 * @throws when the file has no such symbol or several, or the fragment does not occur in it exactly once.
 */
export function locate({ protection, removed, file, within, find }: Mutation, text: string): Span {
  const row = `${protection}: ${removed}`;
  const symbols = within === undefined ? [{ start: 0, end: text.length }] : symbolsOf(file, text).get(within);
  const place = within === undefined ? file : `${within} in ${file}`;
  if (symbols?.length !== 1) throw new Error(`${row}: there are ${symbols?.length ?? 0} of ${place}`);
  const found = occurrences(text, symbols[0] as Span, find);
  if (found.length !== 1) throw new Error(`${row}: its fragment occurs ${found.length} times in ${place}: ${find}`);
  return found[0] as Span;
}

interface Node extends Span {
  type: string;
  id?: { type: string; name?: string } | null;
  key?: { type: string; name?: string };
  value?: unknown;
}

const functions = new Set(['FunctionExpression', 'ArrowFunctionExpression']);

/** Functions, classes, constants and members of a source by their path, such as `createRequestGuard` or `Matcher.suspects`. */
function symbolsOf(file: string, text: string): Map<string, Span[]> {
  const symbols = new Map<string, Span[]>();
  const visit = (value: unknown, path: string) => {
    if (Array.isArray(value)) for (const one of value) visit(one, path);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    const name = nameOf(node);
    const own = name === null ? path : path === '' ? name : `${path}.${name}`;
    if (name !== null) symbols.set(own, [...(symbols.get(own) ?? []), { start: node.start, end: node.end }]);
    for (const child of Object.values(node)) visit(child, own);
  };
  visit(parseSync(file, text).program.body, '');
  return symbols;
}

function nameOf({ type, id, key, value }: Node): string | null {
  if (type === 'FunctionDeclaration' || type === 'ClassDeclaration') return id?.name ?? null;
  if (type === 'VariableDeclarator') return id?.type === 'Identifier' ? (id.name ?? null) : null;
  const isMember =
    type === 'MethodDefinition' ||
    type === 'PropertyDefinition' ||
    (type === 'Property' && functions.has((value as Node).type));
  if (!isMember || key?.name === undefined) return null;
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : key.name;
}

/** Locates a fragment in a part of a text, regardless of line breaks. */
function occurrences(text: string, { start, end }: Span, fragment: string): Span[] {
  const places = Array.from({ length: end - start }, (_, index) => start + index).filter((at) =>
    /\S/.test(text.charAt(at)),
  );
  const packed = places.map((at) => text.charAt(at)).join('');
  const wanted = fragment.replace(/\s/g, '');
  const found: Span[] = [];
  for (let at = packed.indexOf(wanted); at >= 0 && wanted !== ''; at = packed.indexOf(wanted, at + 1))
    found.push({ start: places[at] as number, end: (places[at + wanted.length - 1] as number) + 1 });
  return found;
}
