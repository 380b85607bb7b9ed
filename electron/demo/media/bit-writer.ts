/** Writes numbers bit by bit, highest bit first, as H.264 and FLAC do. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #current = 0;
  #bits = 0;

  /** A number of up to 32 bits in `bits` bits. */
  fixed(value: number, bits: number): this {
    for (let bit = bits - 1; bit >= 0; bit--) this.#put((value >>> bit) & 1);
    return this;
  }

  /** A whole number from 0 on, in the code of Exp-Golomb: small ones are short. */
  count(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.fixed(0, length).fixed(value + 1, length + 1);
  }

  /** Fills the byte up with zeros. */
  align(): this {
    while (this.#bits > 0) this.#put(0);
    return this;
  }

  /** The bit that ends a unit, and zeros up to the byte. */
  finish(): this {
    return this.fixed(1, 1).align();
  }

  /** Everything so far; the last byte must be full. */
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
