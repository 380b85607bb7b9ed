/** Reads numbers bit by bit, highest bit first, as FLAC and AAC store them. */
export class BitReader {
  readonly #bytes: Uint8Array;
  /** In bits. */
  place = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.place;
  }

  /**
   * A number of at most 32 bits.
   *
   * @throws RangeError past the end.
   */
  read(width: number): number {
    if (width > this.left) throw new RangeError('the data ends early');
    let value = 0;
    for (let left = width; left > 0; ) {
      const free = 8 - (this.place & 7);
      const taken = Math.min(left, free);
      const byte = this.#bytes[this.place >> 3] as number;
      value = value * 2 ** taken + ((byte >> (free - taken)) & ((1 << taken) - 1));
      this.place += taken;
      left -= taken;
    }
    return value;
  }

  /**
   * The next bit: `read(1)`, without its loop.
   *
   * @throws RangeError past the end.
   */
  bit(): number {
    const byte = this.#bytes[this.place >> 3];
    if (byte === undefined) throw new RangeError('the data ends early');
    return (byte >> (7 - (this.place++ & 7))) & 1;
  }

  /** @throws RangeError past the end. */
  skip(width: number): void {
    if (width > this.left) throw new RangeError('the data ends early');
    this.place += width;
  }

  /** Moves on to the next whole byte. */
  align(): void {
    this.place = Math.ceil(this.place / 8) * 8;
  }

  signed(width: number): number {
    const value = this.read(width);
    return value >= 2 ** (width - 1) ? value - 2 ** width : value;
  }

  /** How many zeros come before the next one. */
  unary(): number {
    let zeros = 0;
    while (this.read(1) === 0) zeros++;
    return zeros;
  }
}
