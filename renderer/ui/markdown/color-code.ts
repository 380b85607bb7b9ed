import hljs from 'highlight.js/lib/core';
import { loadLanguage } from './code-languages.ts';
import type { CodeKind, ColorRun } from './code-runs.ts';

/** The library's scopes that have a color here; the first word of a scope decides. */
const kinds: Record<string, CodeKind> = {
  keyword: 'keyword',
  built_in: 'keyword',
  tag: 'keyword',
  name: 'keyword',
  'selector-tag': 'keyword',
  type: 'type',
  class: 'type',
  attr: 'type',
  attribute: 'type',
  property: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  'template-variable': 'type',
  string: 'string',
  regexp: 'string',
  char: 'string',
  number: 'number',
  symbol: 'number',
  literal: 'literal',
  bullet: 'literal',
  title: 'title',
  section: 'title',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  addition: 'addition',
  deletion: 'deletion',
};

/** Collects runs instead of the HTML text that the library would produce. The method names are the library's. */
class RunEmitter {
  readonly runs: ColorRun[] = [];
  private readonly scopes: CodeKind[] = [];

  addText(text: string): void {
    if (text !== '') this.add(this.scopes.at(-1) ?? 'plain', text);
  }
  startScope(scope: string): void {
    // A call is as common as a plain word: only a definition stands out.
    const isCall = scope === 'title.function.invoke';
    this.scopes.push(isCall ? 'plain' : (kinds[scope.split('.', 1)[0] as string] ?? 'plain'));
  }
  endScope(): void {
    this.scopes.pop();
  }
  openNode(scope: string): void {
    this.startScope(scope);
  }
  closeNode(): void {
    this.endScope();
  }
  // A language inside another one (CSS in HTML) arrives as an emitter of its own.
  __addSublanguage(inner: RunEmitter): void {
    for (const run of inner.runs) this.add(run.kind, run.text);
  }
  finalize(): void {}
  toHTML(): string {
    return '';
  }

  /** Adjacent text of one color is one run, and space has no color: fewer elements on the page. */
  private add(kind: CodeKind, text: string): void {
    const last = this.runs.at(-1);
    if (last && (last.kind === kind || text.trim() === '')) last.text += text;
    else this.runs.push({ kind, text });
  }
}

hljs.configure({ __emitter: RunEmitter } as unknown as Parameters<typeof hljs.configure>[0]);

/**
 * Returns the text as runs of one color each; the runs joined are the text. Rejects when the grammar cannot be loaded.
 */
export async function colorCode(code: string, language: string): Promise<ColorRun[]> {
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, await loadLanguage(language));
  const result = hljs.highlight(code, { language, ignoreIllegals: true });
  return (result._emitter as unknown as RunEmitter).runs;
}
