const leastBytes = 16_384;
/** A character of a string is one to three bytes in UTF-8. */
const mostBytesOfCharacter = 3;

/** Text of many short pieces, in UTF-8. A string of as many pieces takes four times as long until it is bytes. */
export class TextBuffer {
  #bytes: Buffer;
  #length = 0;

  /** @param expectedBytes how long the text will be; it grows when that is too little */
  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(leastBytes, expectedBytes));
  }

  append(piece: string): void {
    const atMost = this.#length + piece.length * mostBytesOfCharacter;
    if (atMost > this.#bytes.length) this.#grow(atMost);
    this.#length += this.#bytes.write(piece, this.#length);
  }

  /** All that was appended. Good until more is. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
