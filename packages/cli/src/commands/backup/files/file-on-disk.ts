import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/** A file as a Blob that is read when it is sent: a backup may be larger than memory. */
export function fileOnDisk(file: string, size: number): Blob {
  return new FileOnDisk(file, size);
}

class FileOnDisk extends Blob {
  readonly #file: string;
  override readonly size: number;

  constructor(file: string, size: number) {
    super([], { type: 'application/gzip' });
    this.#file = file;
    this.size = size;
  }

  override stream(): ReturnType<Blob['stream']> {
    return Readable.toWeb(createReadStream(this.#file)) as ReturnType<Blob['stream']>;
  }
}
