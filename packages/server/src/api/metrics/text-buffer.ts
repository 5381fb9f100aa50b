const leastBytes = 16_384;
/** Upper limit of UTF-8 bytes for each UTF-16 unit of a string. */
const mostBytesOfCharacter = 3;

/** Builds UTF-8 text from many short pieces. Joining strings and encoding them takes four times as long. */
export class TextBuffer {
  #bytes: Buffer;
  #length = 0;

  /** @param expectedBytes expected size; the buffer grows when it is too small */
  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(leastBytes, expectedBytes));
  }

  append(piece: string): void {
    const atMost = this.#length + piece.length * mostBytesOfCharacter;
    if (atMost > this.#bytes.length) this.#grow(atMost);
    this.#length += this.#bytes.write(piece, this.#length);
  }

  /** All appended bytes. Valid until the next append. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
