import { parseSync, Visitor } from 'vite';
import type { Source } from '../support/sources.ts';

export interface FoundText {
  file: string;
  line: number;
  text: string;
}

/** A node of the syntax tree, as far as these tests read it. */
export interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const lineAt = (source: string, start: number) => source.slice(0, start).split('\n').length;

/** The comments of a source, without the marks of the comment and with their lines joined. */
export function commentsOf({ file, text }: Pick<Source, 'file' | 'text'>): FoundText[] {
  return parseSync(file, text).comments.map(({ start, value }) => ({
    file,
    line: lineAt(text, start),
    text: value.replace(/\s*\n\s*\*?\s*/g, ' ').trim(),
  }));
}

/** The string literals and templates of a source; what is inserted into a template is written as `…`. */
export function stringsOf({ file, text }: Pick<Source, 'file' | 'text'>): FoundText[] {
  const found: FoundText[] = [];
  const imports: number[] = [];
  const take = (start: number, value: string) => {
    if (!imports.includes(start)) found.push({ file, line: lineAt(text, start), text: value });
  };
  new Visitor({
    ImportDeclaration(node) {
      imports.push(node.source.start);
    },
    Literal(node) {
      if (typeof node.value === 'string') take(node.start, node.value);
    },
    TemplateLiteral(node) {
      take(node.start, node.quasis.map(({ value }) => value.cooked ?? '').join('…'));
    },
    JSXText(node) {
      take(node.start, node.value.trim());
    },
  }).visit(parseSync(file, text).program);
  return found;
}

const titled = /^(?:test|it|describe|bench)$/;

/** The titles of the tests, groups and steps of a source. */
export function titlesOf({ file, text }: Pick<Source, 'file' | 'text'>): FoundText[] {
  const found: FoundText[] = [];
  new Visitor({
    CallExpression(node) {
      const [title] = node.arguments as unknown as Node[];
      if (!titled.test(rootOf(node.callee as unknown as Node))) return;
      if (title?.type === 'Literal' && typeof title.value === 'string')
        found.push({ file, line: lineAt(text, title.start), text: title.value });
      if (title?.type === 'TemplateLiteral') {
        const quasis = title.quasis as { value: { cooked: string } }[];
        found.push({ file, line: lineAt(text, title.start), text: quasis.map(({ value }) => value.cooked).join('…') });
      }
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** The first name of a callee: `test` of `test.step` and of `test.each(rows)`. */
function rootOf(callee: Node): string {
  if (callee.type === 'Identifier') return String(callee.name);
  if (callee.type === 'MemberExpression') return rootOf(callee.object as Node);
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression')
    return rootOf((callee.callee ?? callee.tag) as Node);
  return '';
}

/** The prose of a document: no code blocks, code spans or link targets. */
export function proseOf(file: string, text: string): FoundText[] {
  const prose = text
    .replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '…')
    .replace(/\]\([^)]*\)/g, ']');
  return prose.split('\n').map((line, index) => ({ file, line: index + 1, text: line }));
}
