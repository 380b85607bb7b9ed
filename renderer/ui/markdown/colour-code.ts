import hljs from 'highlight.js/lib/core';
import { loadLanguage } from './code-languages.ts';
import type { ColourRun } from './code-runs.ts';

/** Collects runs of colour instead of the HTML text that the library would make. The names are the library's. */
class RunEmitter {
  readonly runs: ColourRun[] = [];
  private readonly scopes: string[] = [];

  addText(text: string): void {
    if (text === '') return;
    this.runs.push({ scope: this.scopes.at(-1) ?? '', text });
  }
  startScope(scope: string): void {
    this.scopes.push(scope);
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
  // A language inside another one (css in html) comes as an emitter of its own.
  __addSublanguage(inner: RunEmitter): void {
    this.runs.push(...inner.runs);
  }
  finalize(): void {}
  toHTML(): string {
    return '';
  }
}

hljs.configure({ __emitter: RunEmitter } as unknown as Parameters<typeof hljs.configure>[0]);

/** The text as runs of one scope each; the runs joined are the text. Rejects when the grammar cannot be loaded. */
export async function colourCode(code: string, language: string): Promise<ColourRun[]> {
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, await loadLanguage(language));
  const result = hljs.highlight(code, { language, ignoreIllegals: true });
  return (result._emitter as unknown as RunEmitter).runs;
}
