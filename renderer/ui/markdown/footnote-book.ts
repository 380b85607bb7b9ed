import type { Token } from 'marked';
import { normalizeLabel } from './dialect.ts';
import type { FootnoteDef } from './footnotes.ts';

export interface FootnoteEntry {
  /** As labels are compared, with its caret: `^1`. */
  label: string;
  /** null for an unreferenced note; it is shown last, by its label. */
  number: number | null;
  tokens: readonly Token[];
}

const noNumbers: ReadonlyMap<string, number> = new Map();

/** Footnotes of one document: numbered in the order of the first reference, whether or not the note is there yet. */
export class FootnoteBook {
  private readonly order = new Map<string, number>();
  private readonly notes = new Map<string, readonly Token[]>();
  /** `null`: something was added since it was made. */
  private shown: readonly FootnoteEntry[] | null = [];

  /** Takes a finished block and returns the labels that it defines. The first definition of a label stays. */
  take(tokens: readonly Token[], raw: string): string[] {
    if (!raw.includes('[^')) return [];
    const fresh: string[] = [];
    this.walk(tokens, fresh);
    this.shown = null;
    return fresh;
  }

  /** Returns the numbers of those of these labels that are defined. */
  numbersOf(labels: ReadonlySet<string>): ReadonlyMap<string, number> {
    if (this.notes.size === 0) return noNumbers;
    const numbers = new Map<string, number>();
    for (const label of labels) {
      const number = this.order.get(label);
      if (number !== undefined && this.notes.has(label)) numbers.set(label, number);
    }
    return numbers.size === 0 ? noNumbers : numbers;
  }

  entries(): readonly FootnoteEntry[] {
    this.shown ??= this.list();
    return this.shown;
  }

  private list(): FootnoteEntry[] {
    const entries = [...this.notes].map(([label, tokens]) => ({
      label,
      tokens,
      number: this.order.get(label) ?? null,
    }));
    return entries.sort((a, b) => (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY));
  }

  private walk(tokens: readonly Token[], fresh: string[]): void {
    for (const token of tokens) {
      if (token.type === 'footnote-ref') this.number(token.label);
      if (token.type === 'footnote-def') this.define(token as FootnoteDef, fresh);
      for (const inner of innerTokens(token)) this.walk(inner, fresh);
    }
  }

  private number(label: string): void {
    const key = footnoteKey(label);
    if (!this.order.has(key)) this.order.set(key, this.order.size + 1);
  }

  private define(note: FootnoteDef, fresh: string[]): void {
    const key = footnoteKey(note.label);
    if (this.notes.has(key)) return;
    this.notes.set(key, note.tokens);
    fresh.push(key);
  }
}

/** Returns the label of a reference or definition as it is compared. */
export function footnoteKey(label: string): string {
  return normalizeLabel(`^${label}`);
}

function innerTokens(token: Token): Token[][] {
  if (token.type === 'list') return (token.items as { tokens: Token[] }[]).map((item) => item.tokens);
  if (token.type === 'table') {
    const cells = [token.header, ...token.rows].flat() as { tokens: Token[] }[];
    return cells.map((cell) => cell.tokens);
  }
  return 'tokens' in token && token.tokens ? [token.tokens] : [];
}
