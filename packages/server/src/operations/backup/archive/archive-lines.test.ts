import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archiveLimits, InvalidBackupError } from './archive.ts';
import { readLines } from './archive-lines.ts';

async function* chunksOf(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function read(content: Buffer, size: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of readLines(chunksOf(content, size))) lines.push(...some);
  return lines;
}

describe('the lines of a part', () => {
  it('are the same in any chunks, also for multi-byte characters', async () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 50 }), async (lines, size) => {
        const content = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        expect(await read(content, size)).toEqual(lines);
      }),
    );
  });

  it('each end with a line feed, or the part is truncated', async () => {
    await expect(read(Buffer.from('[1]\n[2'), 3)).rejects.toThrow('The last line has no end');
    expect(await read(Buffer.alloc(0), 1)).toEqual([]);
  });

  it('are refused over the length of a row, before they end', async () => {
    const longest = Buffer.alloc(archiveLimits.lineBytes, 'x');
    const chunk = 64 * 1024;
    expect(await read(Buffer.concat([longest, Buffer.from('\n')]), chunk)).toHaveLength(1);
    await expect(read(Buffer.concat([longest, Buffer.from('x')]), chunk)).rejects.toThrow(InvalidBackupError);
    await expect(read(Buffer.concat([longest, Buffer.from('x')]), chunk)).rejects.toThrow('longer than');
  });
});
