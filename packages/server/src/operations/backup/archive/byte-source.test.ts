import { describe, expect, it } from 'vitest';
import { createByteSource } from './byte-source.ts';

const open = (...chunks: string[]) => {
  let pulled = 0;
  async function* generate(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) {
      pulled += 1;
      yield Buffer.from(chunk);
    }
  }
  return { source: createByteSource(generate()), pulled: () => pulled };
};

const textOf = async (pieces: AsyncIterable<Buffer>): Promise<string[]> => {
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(piece.toString());
  return texts;
};

describe('a stream read in pieces', () => {
  it('gives exactly the requested bytes, across chunks', async () => {
    const { source } = open('ab', 'cdefg', 'h');
    expect(String(await source.read(3))).toBe('abc');
    expect(String(await source.read(0))).toBe('');
    expect(String(await source.read(1))).toBe('d');
    expect(String(await source.next())).toBe('efg');
    expect(String(await source.read(1))).toBe('h');
    expect(await source.read(1)).toBeNull();
    expect(await source.next()).toBeNull();
  });

  it('passes large pieces on in their chunks, without reading ahead', async () => {
    const { source, pulled } = open('ab', 'cd', 'ef');
    expect(await textOf(source.take(3))).toEqual(['ab', 'c']);
    expect(pulled()).toBe(2);
    expect(await textOf(source.take(3))).toEqual(['d', 'ef']);
  });

  it('is truncated when it ends within a piece', async () => {
    await expect(open('ab').source.read(3)).rejects.toThrow('The archive is truncated');
    await expect(textOf(open('ab').source.take(3))).rejects.toThrow('The archive is truncated');
  });
});
