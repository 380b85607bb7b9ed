/** Reads numbers bit by bit, most significant bit first, as FLAC and AAC store them. */
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
   * Reads a number of at most 32 bits.
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
   * Reads the next bit: `read(1)`, without its loop.
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

  /** Moves to the next byte boundary. */
  align(): void {
    this.place = Math.ceil(this.place / 8) * 8;
  }

  signed(width: number): number {
    const value = this.read(width);
    return value >= 2 ** (width - 1) ? value - 2 ** width : value;
  }

  /** Counts the zeros before the next one bit. */
  unary(): number {
    let zeros = 0;
    while (this.read(1) === 0) zeros++;
    return zeros;
  }
}

/** Writes numbers bit by bit, most significant bit first, as H.264 and FLAC do. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #current = 0;
  #bits = 0;

  /** Writes a number of up to 32 bits in `bits` bits. */
  fixed(value: number, bits: number): this {
    for (let bit = bits - 1; bit >= 0; bit--) this.#put((value >>> bit) & 1);
    return this;
  }

  /** Writes a non-negative integer in Exp-Golomb code: small ones are short. */
  count(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.fixed(0, length).fixed(value + 1, length + 1);
  }

  /** Fills the byte up with zeros. */
  align(): this {
    while (this.#bits > 0) this.#put(0);
    return this;
  }

  /** Writes the bit that ends a unit, and zeros up to the byte boundary. */
  finish(): this {
    return this.fixed(1, 1).align();
  }

  /** The bytes so far; the last byte must be full. */
  get bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }

  #put(bit: number): void {
    this.#current = (this.#current << 1) | bit;
    this.#bits++;
    if (this.#bits < 8) return;
    this.#bytes.push(this.#current);
    this.#current = 0;
    this.#bits = 0;
  }
}
