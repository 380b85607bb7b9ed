import { footnoteOpener } from './footnotes.ts';

/** A finished part of the source. Read alone, it gives the same tokens as inside the whole text. */
export interface SourceBlock {
  raw: string;
}

const blank = /^ *$/;
const onlySpace = /^[ \t]*$/;
const fenceOpener = /^ {0,3}(`{3,})(?=[^`]*$)|^ {0,3}(~{3,})/;
const fenceLike = /```|~~~/;
const listMarker = /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?:[ \t].*)?$/;

/**
 * Splits a growing text where nothing before the cut can change what comes after it and nothing after it can change
 * what came before. It cuts too rarely rather than too early. Lines alone decide where a cut is possible; in a block
 * with a list, a footnote or a fence inside, `isFinished` decides, which reads the block so far.
 */
export class BlockSplitter {
  private text = '';
  private lineStart = 0;
  private blockStart = 0;
  private fence: { closer: RegExp } | null = null;
  /** The open block contains a list or a footnote: lines below it may belong to that, across blank lines. */
  private holdsLines = false;
  private hasFence = false;
  /** Shortest open block that is read again: reading it at each line would take quadratic time. */
  private nextCheck = 0;
  private afterBlank = false;
  private isEmpty = true;
  private cuts: number[] = [];
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
    let from = this.blockStart;
    for (let end = text.indexOf('\n', this.lineStart); end >= 0; end = text.indexOf('\n', this.lineStart)) {
      const isClosed = this.readLine(text.slice(this.lineStart, end));
      this.lineStart = end + 1;
      if (isClosed) this.cut(this.lineStart);
    }
    this.peek(text.slice(this.lineStart));
    return this.cuts.splice(0).map((at) => {
      const raw = text.slice(from, at);
      from = at;
      return { raw };
    });
  }

  private cut(at: number): void {
    if (at > this.blockStart) this.cuts.push(at);
    this.blockStart = at;
    this.fence = null;
    this.holdsLines = false;
    this.hasFence = false;
    this.nextCheck = 0;
    this.afterBlank = false;
    this.isEmpty = true;
  }

  /** Reads a line without its end yet: it may be enough to see that the block above is finished. */
  private peek(part: string): void {
    // In a list, the first character must rule out another item.
    const tells = this.holdsLines ? /^[^\s*+\-\d]/.test(part) : part.trim() !== '';
    if (tells && !this.fence && this.mayCutBefore(part)) this.cut(this.lineStart);
  }

  /** Returns true when the line closes the fence that the block is. */
  private readLine(line: string): boolean {
    if (this.fence) return this.fence.closer.test(line);
    if (onlySpace.test(line)) {
      // A line of tabs is a row to a table, so it ends nothing.
      if (blank.test(line) && !this.isEmpty) this.afterBlank = true;
      return false;
    }
    const opener = fenceOpener.exec(line);
    if (this.mayCutBefore(line) || (opener !== null && this.mayOpenFence(line))) this.cut(this.lineStart);
    const mark = opener?.[1] ?? opener?.[2];
    if (this.isEmpty && mark !== undefined)
      this.fence = { closer: new RegExp(`^ {0,3}${mark.charAt(0)}{${mark.length},} *$`) };
    else if (fenceLike.test(line)) this.hasFence = true;
    if (listMarker.test(line) || footnoteOpener.test(line)) this.holdsLines = true;
    this.afterBlank = false;
    this.isEmpty = false;
    return false;
  }

  private mayCutBefore(line: string): boolean {
    // Unlike spaces and tabs, a lone no-break space is blank to a list and text to everything else.
    if (!this.afterBlank || this.isEmpty || line.trim() === '') return false;
    const indent = line.search(/[^ ]/);
    if (indent > (this.holdsLines ? 0 : 3) || line.charAt(indent) === '\t') return false;
    if (this.holdsLines && listMarker.test(line)) return false;
    return !this.holdsLines || !this.hasFence || this.isChecked();
  }

  /** A fence opens a block of its own below a paragraph, and below a list whose items are indented further. */
  private mayOpenFence(line: string): boolean {
    if (this.isEmpty || !this.holdsLines) return !this.isEmpty;
    return !/^ /.test(line) && (!this.hasFence || this.isChecked());
  }

  private isChecked(): boolean {
    const length = this.lineStart - this.blockStart;
    if (length < this.nextCheck) return false;
    this.nextCheck = 1.25 * length;
    return this.isFinished(this.text.slice(this.blockStart, this.lineStart));
  }
}
