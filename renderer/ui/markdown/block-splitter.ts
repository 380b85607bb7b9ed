import { footnoteIndent, footnoteOpener } from './footnotes.ts';

/** A finished part of the source. Read alone, it gives the same tokens as inside the whole text. */
export interface SourceBlock {
  raw: string;
}

const blank = /^ *$/;
const onlySpace = /^[ \t]*$/;
const fenceOpener = /^ {0,3}(`{3,})(?=[^`]*$)|^ {0,3}(~{3,})/;
const fenceLike = /^( {0,3})(?:```|~~~)/;
const listMarker = /^( {0,3})([*+-]|\d{1,9}[.)])((?:[ \t].*)?)$/;
const listThatInterrupts = /^ {0,3}(?:[*+-]|1[.)])[ \t]+[^ \t]/;
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;

type Container =
  /** Lines below it are free: paragraphs, headings, tables, quotes, indented code. They end at a blank line. */
  | { kind: 'none' }
  /** What is indented to `indent` belongs to it, across blank lines. */
  | { kind: 'list' | 'footnote'; indent: number };

const free: Container = { kind: 'none' };

/**
 * Splits a growing text where nothing before the cut can change what comes after it and nothing after it can change
 * what came before. It cuts too rarely rather than too early; everything is decided line by line, so cost is one pass.
 * The rules mirror the grammar of `dialect.ts`; where a line alone is ambiguous (a lazy line in a list, then a fence),
 * `isFinished` is called, which reads the block so far.
 */
export class BlockSplitter {
  private text = '';
  private lineStart = 0;
  private blockStart = 0;
  private container: Container = free;
  private fence: { closer: RegExp } | null = null;
  /** The last line may or may not have ended the container. */
  private isUnsure = false;
  /** While unsure a fence may have opened: lines alone are no longer enough. */
  private isLost = false;
  /** Shortest open block that is read again while lost: reading it at each line would take quadratic time. */
  private nextCheck = 0;
  private afterBlank = false;
  private itemIsBare = false;
  private isEmpty = true;
  private cuts: number[] = [];
  private fenceHasClosed = false;
  private readonly isFinished: (raw: string) => boolean;

  constructor(isFinished: (raw: string) => boolean) {
    this.isFinished = isFinished;
  }

  /** The text after the last cut. */
  get open(): string {
    return this.text.slice(this.blockStart);
  }

  /** True while the open block is one code fence and nothing else. */
  get isFenceOpen(): boolean {
    return this.fence !== null;
  }

  /**
   * Takes the whole text again, longer than before, and returns the blocks that are finished now. Line ends are `\n`.
   */
  feed(text: string): SourceBlock[] {
    this.text = text;
    const begin = this.blockStart;
    for (let end = text.indexOf('\n', this.lineStart); end >= 0; end = text.indexOf('\n', this.lineStart)) {
      this.readLine(text.slice(this.lineStart, end));
      this.lineStart = end + 1;
      if (this.fenceHasClosed) this.cut(this.lineStart);
      this.fenceHasClosed = false;
    }
    this.peek(text.slice(this.lineStart));
    return this.takeBlocks(begin);
  }

  private takeBlocks(begin: number): SourceBlock[] {
    let from = begin;
    const blocks = this.cuts.map((at) => {
      const raw = this.text.slice(from, at);
      from = at;
      return { raw };
    });
    this.cuts = [];
    return blocks;
  }

  private cut(at: number): void {
    if (at > this.blockStart) this.cuts.push(at);
    this.blockStart = at;
    this.container = free;
    this.isUnsure = false;
    this.isLost = false;
    this.nextCheck = 0;
    this.afterBlank = false;
    this.itemIsBare = false;
    this.isEmpty = true;
  }

  /** Reads a line without its end yet: it may be enough to see that the block above is finished. */
  private peek(part: string): void {
    const first = part.charAt(0);
    // In a list, the first character must rule out another item.
    const tells = this.container.kind === 'list' ? /[^\s*+\-\d]/.test(first) : part.trim() !== '';
    if (tells && !this.fence && this.mayCutBefore(part)) this.cut(this.lineStart);
  }

  private readLine(line: string): void {
    if (this.fence) {
      if (this.fence.closer.test(line)) {
        this.fence = null;
        this.fenceHasClosed = true;
      }
      return;
    }
    if (onlySpace.test(line)) {
      // A line of tabs is a row to a table, so it ends nothing.
      if (blank.test(line) && !this.isEmpty) this.afterBlank = true;
      // An item that begins with two empty lines has ended; the next lines decide whether its list has, too.
      if (this.itemIsBare) this.isUnsure = true;
      return;
    }
    if (this.mayCutBefore(line)) this.cut(this.lineStart);
    this.itemIsBare = false;
    if (this.isEmpty) this.openBlock(line);
    else if (this.container.kind === 'none') this.continueFree(line);
    else this.continueContainer(line, this.container);
    this.afterBlank = false;
    this.isEmpty = false;
  }

  private mayCutBefore(line: string): boolean {
    // Unlike spaces and tabs, a lone no-break space is blank to a list and text to everything else.
    if (!this.afterBlank || this.isEmpty || line.trim() === '') return false;
    const indent = line.search(/[^ ]/);
    if (indent > 3 || line.charAt(indent) === '\t') return false;
    if (this.container.kind !== 'none' && indent > 0) return false;
    if (this.container.kind === 'list' && listMarker.test(line)) return false;
    if (!this.isLost) return true;
    const length = this.lineStart - this.blockStart;
    if (length < this.nextCheck) return false;
    this.nextCheck = 1.25 * length;
    return this.isFinished(this.text.slice(this.blockStart, this.lineStart));
  }

  private openBlock(line: string): void {
    if (this.openFence(line)) return;
    const marker = listMarker.exec(line);
    if (marker && !rule.test(line)) this.openList(marker);
    else if (footnoteOpener.test(line)) this.container = { kind: 'footnote', indent: footnoteIndent };
  }

  private continueFree(line: string): void {
    if (fenceOpener.test(line)) {
      this.cut(this.lineStart);
      this.openFence(line);
      return;
    }
    // "2." or "[^1]:" below a paragraph is text, below a heading it opens a block: the line alone is ambiguous.
    const marker = listMarker.exec(line);
    if (marker && !rule.test(line)) {
      this.openList(marker);
      if (!listThatInterrupts.test(line)) this.isUnsure = true;
    } else if (footnoteOpener.test(line)) {
      this.container = { kind: 'footnote', indent: footnoteIndent };
      this.isUnsure = true;
    }
  }

  private continueContainer(line: string, container: { kind: 'list' | 'footnote'; indent: number }): void {
    const spaces = line.search(/[^ ]/);
    const marker = listMarker.exec(line);
    if (marker && (spaces < container.indent || this.isUnsure) && !rule.test(line)) {
      // A list right below a footnote may be a part of it or not.
      if (container.kind === 'footnote') this.isUnsure = true;
      this.openList(marker);
      return;
    }
    const isFence = fenceLike.test(line);
    if (this.isUnsure) {
      if (isFence) this.isLost = true;
      return;
    }
    if (spaces >= container.indent || line.charAt(spaces) === '\t') return;
    if (isFence && fenceOpener.test(line)) {
      this.cut(this.lineStart);
      this.openFence(line);
      return;
    }
    this.isUnsure = true;
  }

  private openList(marker: RegExpExecArray): void {
    const [, lead = '', bullet = '', rest = ''] = marker;
    if (/^ *\t/.test(rest)) this.isUnsure = true;
    const space = rest.search(/[^ ]/);
    this.itemIsBare = rest.trim() === '';
    const indent = lead.length + bullet.length + (this.itemIsBare || space > 4 ? 1 : space);
    this.container = { kind: 'list', indent };
  }

  private openFence(line: string): boolean {
    const opener = fenceOpener.exec(line);
    const mark = opener?.[1] ?? opener?.[2];
    if (mark === undefined) return false;
    this.fence = { closer: new RegExp(`^ {0,3}${mark.charAt(0)}{${mark.length},} *$`) };
    this.isEmpty = false;
    return true;
  }
}
