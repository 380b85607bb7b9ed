import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { readSources, type Source } from '../../support/sources.ts';

export interface FoundExpression {
  /** Where it is written, as `file:line`, or the file that builds it. */
  place: string;
  /** With its flags, as in a source: `/a+/g`. */
  text: string;
  pattern: string;
  flags: string;
}

/** A `new RegExp(…)` of a source. */
export interface BuiltExpression {
  file: string;
  line: number;
  /** It is built when the module loads, and not while a function runs. */
  isOnLoad: boolean;
}

const root = path.join(import.meta.dirname, '../../..');
const lineAt = (source: string, start: number) => source.slice(0, start).split('\n').length;
const found = (place: string, pattern: string, flags: string): FoundExpression => ({
  place,
  text: `/${pattern}/${flags}`,
  pattern,
  flags,
});

/** Returns every regular expression that is written in a source, and every place that builds one. */
function read({ file, text }: Pick<Source, 'file' | 'text'>) {
  const written: FoundExpression[] = [];
  const built: BuiltExpression[] = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  const build = (node: { start: number; callee: { type: string; name?: string } }) => {
    if (node.callee.name === 'RegExp') built.push({ file, line: lineAt(text, node.start), isOnLoad: depth === 0 });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex)
        written.push(found(`${file}:${lineAt(text, node.start)}`, node.regex.pattern, node.regex.flags));
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    NewExpression(node) {
      build(node as never);
    },
    CallExpression(node) {
      build(node as never);
    },
  }).visit(parseSync(file, text).program);
  return { written, built };
}

/** Reads all sources of the program. */
export function findExpressions(): { written: FoundExpression[]; built: BuiltExpression[] } {
  const all = readSources('electron', 'renderer', 'shared').map(read);
  return { written: all.flatMap(({ written }) => written), built: all.flatMap(({ built }) => built) };
}

/** Loads modules and returns the expressions that they build meanwhile. */
export async function findBuiltOnLoad(files: readonly string[]): Promise<FoundExpression[]> {
  const Own = RegExp;
  const built: FoundExpression[] = [];
  let place = '';
  globalThis.RegExp = new Proxy(Own, {
    construct(target, [pattern, flags = '']: [string, string?]) {
      built.push(found(place, String(pattern), flags));
      return new target(pattern, flags);
    },
  });
  try {
    for (const file of files) {
      place = file;
      await import(path.join(root, file));
    }
  } finally {
    globalThis.RegExp = Own;
  }
  return built;
}
