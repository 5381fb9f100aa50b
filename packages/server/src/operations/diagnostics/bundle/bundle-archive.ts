import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { endMark, fileHeader, padding, readHeader, tarBlockBytes } from '../../backup/archive/archive.ts';

const compress = promisify(gzip);
const uncompress = promisify(gunzip);
/** Limit in bytes, so that a hostile response cannot fill the memory. */
const mostBytes = 256 * 1024 * 1024;

/** A .tar.gz of these files. `at`: milliseconds since the epoch. */
export async function packBundle(files: Readonly<Record<string, string>>, at: number): Promise<Buffer> {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    return [fileHeader(name, content.length, at), content, padding(content.length)];
  });
  return compress(Buffer.concat([...parts, endMark]));
}

export interface BundledFile {
  name: string;
  content: string;
}

/** @throws Error when it is no .tar.gz, or damaged */
export async function unpackBundle(bundle: Uint8Array): Promise<BundledFile[]> {
  const bytes = await uncompress(bundle, { maxOutputLength: mostBytes });
  const files: BundledFile[] = [];
  let at = 0;
  while (at + tarBlockBytes <= bytes.length) {
    const header = readHeader(bytes.subarray(at, at + tarBlockBytes));
    if (header === 'end') return files;
    if (header === 'damaged') throw new Error('The bundle is damaged');
    const { name, size } = header;
    at += tarBlockBytes;
    files.push({ name, content: bytes.toString('utf8', at, at + size) });
    at += size + padding(size).length;
  }
  throw new Error('The bundle ends too early');
}
