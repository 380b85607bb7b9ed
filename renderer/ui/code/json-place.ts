import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** Longest time to read on to a place of a long text. */
const maxReadMs = 500;

const isPunctuation = ({ name }: SyntaxNode) => /^[[\]{},:⚠]$/.test(name);

/** Returns the values of an array, or the properties of an object. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (!isPunctuation(child)) found.push(child);
  return found;
}

/** Returns the innermost array or object around a place. */
export function containerAt(state: EditorState, at: number): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1);
  while (node && node.name !== 'Object' && node.name !== 'Array') node = node.parent;
  return node;
}

/** Returns `$.a["b c"][0]`, as JSONPath readers accept it. */
export function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/**
 * Returns the JSON value at a place, a string without its quotes and escapes, and the path that leads to it; `null` for
 * a place outside of values.
 */
export function jsonAt(state: EditorState, at: number): { path: string; value: string } | null {
  const tree = ensureSyntaxTree(state, at, maxReadMs) ?? syntaxTree(state);
  let node: SyntaxNode | null = tree.resolveInner(at, 1);
  if (isPunctuation(node) || node.name === 'PropertyName') node = node.parent;
  const value = node?.name === 'Property' ? node.lastChild : node;
  if (!node || !value || value.name === 'JsonText') return null;
  const keys: (string | number)[] = [];
  for (let inner = node; inner.parent; inner = inner.parent) {
    if (inner.name === 'Property') keys.unshift(decoded(state, inner.firstChild ?? inner));
    else if (inner.parent.name === 'Array') {
      const place = childrenOf(inner.parent).findIndex(({ from }) => from === inner.from);
      keys.unshift(Math.max(0, place));
    }
  }
  return {
    path: keys.reduce<string>(joinPath, '$'),
    value: value.name === 'String' ? decoded(state, value) : state.sliceDoc(value.from, value.to),
  };
}

function decoded(state: EditorState, { from, to }: SyntaxNode): string {
  const text = state.sliceDoc(from, to);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
