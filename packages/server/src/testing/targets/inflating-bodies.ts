import { once } from 'node:events';
import { constants, createBrotliCompress, gzipSync } from 'node:zlib';

const zeros = Buffer.alloc(16 * 1024 * 1024);

/** A brotli body that inflates to `times` times 16 MiB, each from 14 bytes. */
export async function inflatingBrotli(times: number): Promise<Buffer> {
  const encoder = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const next = async (): Promise<Buffer> => {
    encoder.write(zeros);
    await new Promise<void>((resolve) => encoder.flush(resolve));
    return encoder.read() as Buffer;
  };
  const first = await next();
  const again = await next();
  encoder.end();
  await once(encoder, 'readable');
  return Buffer.concat([first, ...Array<Buffer>(times - 1).fill(again), encoder.read() as Buffer]);
}

/** A gzip body that inflates to `times` times 16 MiB. */
export const inflatingGzip = (times: number): Buffer => Buffer.concat(Array<Buffer>(times).fill(gzipSync(zeros)));
