import type { Token } from 'marked';
import remend from 'remend';
import { BlockSplitter } from './block-splitter.ts';
import { isPlain, type Links, lexMarkdown, noLinks, normalizeLabel } from './dialect.ts';
import { FootnoteBook, type FootnoteEntry } from './footnote-book.ts';
import { GrowingBlock } from './growing-block.ts';

/** A finished block. The object is replaced, never changed, so it can be compared by identity. */
export interface ReadBlock {
  key: number;
  raw: string;
  tokens: readonly Token[];
  /** Labels in brackets: a definition of one of them later on means reading this block again. */
  labels: ReadonlySet<string>;
  /** Numbers of the footnotes that this block refers to and that are defined. */
  notes: ReadonlyMap<string, number>;
}

export type OpenBlock =
  | { kind: 'tokens'; tokens: readonly Token[]; notes: ReadonlyMap<string, number> }
  | { kind: 'fence'; info: string; code: string };

/** What can be drawn now. Full groups keep their identity. */
export interface ReadDocument {
  groups: readonly (readonly ReadBlock[])[];
  open: OpenBlock | null;
  footnotes: readonly FootnoteEntry[];
  /** The open block is very large: the cost of drawing it has to be measured. */
  isLarge: boolean;
  /** The document lags behind the text; read again after this many ms (0: it does not). */
  waitMs: number;
}

export const groupSize = 8;
/** Blocks that are read and drawn at a time: a thousand fences at once would block the page for seconds. */
export const blockStep = 200;
/** An open block longer than this is measured. */
const largeChars = 6000;
/** A block that is read and drawn faster than this is never delayed. */
const freeMs = 2.5;
/** After a slow read the open block rests for this many times what it took; the cost of painting cannot be measured. */
const restFactor = 6;

/**
 * Reads a text that only grows. Finished blocks are parsed once; the open one is parsed again with every call, unless
 * the last parse was slow (a very large list or table), then it rests. Any other text starts over.
 */
export class DocumentReader {
  private source = '';
  private isDone = false;
  private splitter = this.newSplitter();
  private links: Links = noLinks();
  private book = new FootnoteBook();
  private groups: ReadBlock[][] = [];
  /** Positions in `groups` where a label occurs. */
  private places = new Map<string, Set<number>>();
  private nextKey = 0;
  private openRead: { source: string; open: OpenBlock | null } = { source: '', open: null };
  private growing = this.newGrowing();
  /** Finished blocks that are not read yet. */
  private waiting: string[] = [];
  /** Labels of links that were defined while blocks are waiting: what refers to them is read again once, at the end. */
  private lateLinks: string[] = [];
  private restUntil = 0;
  private parseBegan: number | null = null;
  private latest: ReadDocument = { groups: [], open: null, footnotes: [], isLarge: false, waitMs: 0 };
  private readonly clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  /** `live`: more may arrive, the last block is open. The same arguments return the same document. */
  read(text: string, live: boolean): ReadDocument {
    const source = plainLineEnds(text, live);
    if (!source.startsWith(this.source) || (this.isDone && (live || source.length > this.source.length)))
      this.restart();
    const isNew = source.length > this.source.length || live === this.isDone;
    if (!isNew && this.latest.waitMs === 0) return this.latest;
    this.source = source;
    this.isDone = !live;
    if (isNew) {
      for (const { raw } of this.splitter.feed(source)) this.waiting.push(raw);
      if (!live && this.splitter.open !== '') this.waiting.push(this.splitter.open);
    }
    this.closeAll(this.waiting.splice(0, blockStep));
    if (this.waiting.length > 0) {
      this.latest = { groups: this.groups, open: null, footnotes: [], isLarge: false, waitMs: 1 };
      return this.latest;
    }
    const open = live ? this.readOpen(this.splitter.open) : { open: null, waitMs: 0 };
    const isLarge = live && !this.splitter.isFenceOpen && this.splitter.open.length > largeChars;
    this.latest = { groups: this.groups, footnotes: this.book.entries(), isLarge, ...open };
    return this.latest;
  }

  /** Call this when what was read last has been drawn: its cost counts as well. */
  drawn(): void {
    if (this.parseBegan === null) return;
    const cost = this.clock() - this.parseBegan;
    this.parseBegan = null;
    this.restUntil = cost > freeMs ? this.clock() + restFactor * cost : 0;
  }

  /** Definitions of the open block count only when it is finished: each read takes a copy of the known ones. */
  private newGrowing(): GrowingBlock {
    return new GrowingBlock(
      (text) => lexMarkdown(text, noLinks(this.links)),
      (text) => remend(text, openMarks),
    );
  }

  private newSplitter(): BlockSplitter {
    return new BlockSplitter((raw) => endsClosed(lexMarkdown(raw, noLinks())));
  }

  private restart(): void {
    this.source = '';
    this.splitter = this.newSplitter();
    this.links = noLinks();
    this.book = new FootnoteBook();
    this.groups = [];
    this.places = new Map();
    this.waiting = [];
    this.lateLinks = [];
    this.openRead = { source: '', open: null };
    this.restUntil = 0;
  }

  /** Reads finished blocks; what they define is looked up in all blocks once, however many they are. */
  private closeAll(raws: readonly string[]): void {
    if (raws.length === 0) return;
    this.groups = [...this.groups];
    const defined = raws.map((raw) => this.close(raw));
    const notes = defined.flatMap((one) => one.notes);
    if (notes.length > 0) this.replace(notes, (old) => ({ ...old, notes: this.book.numbersOf(old.labels) }));
    this.lateLinks.push(...defined.flatMap((one) => one.links));
    if (this.lateLinks.length === 0 || this.waiting.length > 0) return;
    this.replace(this.lateLinks.splice(0), (old) => ({ ...old, tokens: lexMarkdown(old.raw, this.links) }));
  }

  /** Adds a finished block to the groups, and returns the labels of the footnotes and links that it defines. */
  private close(raw: string): { notes: string[]; links: string[] } {
    const labels = findLabels(raw);
    // Looks up each label instead of listing all known ones: a text of nothing but definitions has thousands.
    const unknown = [...labels].filter((label) => !(label in this.links));
    const tokens = lexMarkdown(raw, this.links);
    const defined = { notes: this.book.take(tokens, raw), links: unknown.filter((label) => label in this.links) };
    const block: ReadBlock = { key: this.nextKey, raw, tokens, labels, notes: this.book.numbersOf(labels) };
    this.nextKey += 1;
    const last = this.groups.at(-1);
    if (last === undefined || last.length === groupSize) this.groups.push([block]);
    else this.groups[this.groups.length - 1] = [...last, block];
    for (const label of labels) {
      const places = this.places.get(label) ?? new Set();
      this.places.set(label, places.add(this.groups.length - 1));
    }
    return defined;
  }

  /** Reads the blocks that contain one of these labels again. */
  private replace(labels: readonly string[], renew: (block: ReadBlock) => ReadBlock): void {
    const wanted = new Set(labels);
    const renewed = (block: ReadBlock) => (wanted.isDisjointFrom(block.labels) ? block : renew(block));
    for (const place of new Set(labels.flatMap((label) => [...(this.places.get(label) ?? [])])))
      this.groups[place] = (this.groups[place] ?? []).map(renewed);
  }

  private readOpen(whole: string): { open: OpenBlock | null; waitMs: number } {
    const source = withoutFenceMark(whole);
    if (source.trim() === '') return { open: null, waitMs: 0 };
    const before = this.openRead;
    if (source === before.source) return { open: before.open, waitMs: 0 };
    if (this.splitter.isFenceOpen) {
      this.openRead = { source, open: readFence(source) };
      return { open: this.openRead.open, waitMs: 0 };
    }
    const now = this.clock();
    const isContinued = before.source !== '' && source.startsWith(before.source);
    if (isContinued && now < this.restUntil) return { open: before.open, waitMs: this.restUntil - now };
    this.parseBegan = now;
    if (!isContinued) this.growing = this.newGrowing();
    const tokens = isPlain(source) ? lexMarkdown(source, noLinks()) : this.growing.read(source);
    const notes = this.book.numbersOf(findLabels(source));
    this.openRead = { source, open: { kind: 'tokens', tokens, notes } };
    return { open: this.openRead.open, waitMs: 0 };
  }
}

// Marks that are half open are closed for display; nothing is added that the finished block would not have.
const openMarks = {
  linkMode: 'text-only',
  comparisonOperators: false,
  singleTilde: false,
  htmlTags: false,
  inlineKatex: false,
} as const;

/** A carriage return at the end of a live text may be half of a line end: it waits. */
function plainLineEnds(text: string, live: boolean): string {
  if (!text.includes('\r')) return text;
  const whole = live && text.endsWith('\r') ? text.slice(0, -1) : text;
  return whole.replace(/\r\n?/g, '\n');
}

/** A last line of fence marks alone begins or ends a fence once it is complete: until then it is not shown as text. */
function withoutFenceMark(source: string): string {
  const start = source.lastIndexOf('\n') + 1;
  return /^[ \t>]*(?:`+|~+)[ \t]*$/.test(source.slice(start)) ? source.slice(0, start) : source;
}

function readFence(source: string): OpenBlock {
  const end = source.indexOf('\n');
  const opener = end < 0 ? source : source.slice(0, end);
  const info = opener
    .trimStart()
    .replace(/^(?:`+|~+)/, '')
    .trim();
  return { kind: 'fence', info, code: end < 0 ? '' : source.slice(end + 1) };
}

/** False while the last thing is a fence without its end. */
function endsClosed(tokens: readonly Token[]): boolean {
  const last = tokens.findLast((token) => token.type !== 'space');
  if (last?.type !== 'code' || last.codeBlockStyle === 'indented') return true;
  const [opener = '', ...lines] = last.raw.trimEnd().split('\n');
  const mark = /^ {0,3}(`+|~+)/.exec(opener)?.[1] ?? '';
  return lines.length > 0 && new RegExp(`^ {0,3}${mark.charAt(0)}{${mark.length},} *$`).test(lines.at(-1) ?? '');
}

/** As the grammar has it. */
const longestLabel = 1000;
const none: ReadonlySet<string> = new Set();

/**
 * Returns everything in brackets that a definition could give a meaning to, as labels are compared; `^1` for footnotes.
 */
export function findLabels(raw: string): ReadonlySet<string> {
  if (!raw.includes('[')) return none;
  const labels = new Set<string>();
  // The innermost brackets, in one pass: an expression would try a thousand characters at each of them.
  let start = -1;
  for (let at = raw.search(/[\\[]/); at < raw.length; at += 1) {
    const sign = raw.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === '[') start = at + 1;
    else if (sign === ']' && start >= 0) {
      if (at - start < longestLabel) labels.add(normalizeLabel(raw.slice(start, at)));
      start = -1;
    }
  }
  return labels;
}
