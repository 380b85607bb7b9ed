/** Pieces that are joined at once. */
const blockPieces = 64;

/**
 * A text that grows by small pieces. A string that is added to keeps every piece, and a node for each, until somebody looks
 * into it: for a streamed answer that is several times the text. Here pieces are joined as they come, each only once or
 * twice.
 */
export class GrowingText {
  #blocks: string[] = [];
  #pieces: string[] = [];
  #length = 0;

  /** In UTF-16 code units, as of a string. */
  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    if (piece === '') return;
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length < blockPieces) return;
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  toString(): string {
    if (this.#pieces.length > 0 || this.#blocks.length > 1) {
      this.#blocks = [[...this.#blocks, ...this.#pieces].join('')];
      this.#pieces = [];
    }
    return this.#blocks[0] ?? '';
  }
}
