import { archiveLimits, InvalidBackupError } from './archive.ts';

const lineFeed = 0x0a;

/**
 * Splits a table's file into lines, many at a time. Every line ends with a line feed.
 * @throws InvalidBackupError when a line is longer than any row, or the last one does not end
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[], void, void> {
  let open: Buffer[] = [];
  let openBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed);
    if (end >= 0) {
      const whole = Buffer.concat([...open, chunk.subarray(0, end)]);
      open = [];
      openBytes = 0;
      yield whole.toString('utf8').split('\n');
    }
    const rest = chunk.subarray(end + 1);
    if (rest.length > 0) open.push(rest);
    openBytes += rest.length;
    if (openBytes > archiveLimits.lineBytes) {
      throw new InvalidBackupError(`A line is longer than ${archiveLimits.lineBytes} bytes`);
    }
  }
  if (openBytes > 0) throw new InvalidBackupError('The last line has no end');
}
