import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { socketReads } from './socket-reads.ts';

function open() {
  const socket = new Readable({ read: () => undefined });
  const reads = socketReads(socket)[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => {
    const { value, done } = await reads.next();
    return done ? undefined : String(value);
  };
  return { socket, next };
}
const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

describe('what comes on a connection', () => {
  it('is read up to its end', async () => {
    const { socket, next } = open();
    socket.push('a');
    expect(await next()).toBe('a');
    const waiting = next();
    socket.push('b');
    expect(await waiting).toBe('b');
    socket.push(null);
    expect(await next()).toBeUndefined();
  });

  it('is read whole although the connection is reset before it is used', async () => {
    const { socket, next } = open();
    socket.push('a');
    expect(await next()).toBe('a');
    socket.push('b');
    socket.push('c');
    socket.destroy(reset);
    expect([await next(), await next()]).toEqual(['b', 'c']);
    await expect(next()).rejects.toBe(reset);
  });

  it('stays where it is while much of it is not used', async () => {
    const { socket, next } = open();
    const megabyte = Buffer.alloc(1024 * 1024);
    socket.push(megabyte);
    expect(await next()).toHaveLength(megabyte.length);
    for (let count = 0; count < 3; count += 1) socket.push(megabyte);
    expect(socket.readableLength).toBe(2 * megabyte.length);
    for (let count = 0; count < 3; count += 1) expect(await next()).toHaveLength(megabyte.length);
  });

  it.each([
    ['with its error', reset],
    ['as cut off', undefined],
  ])('ends %s where the connection is closed already, or is closed now', async (_, error) => {
    const code = error?.code ?? 'ERR_STREAM_PREMATURE_CLOSE';
    const { socket, next } = open();
    const waiting = next();
    socket.destroy(error);
    await expect(waiting).rejects.toMatchObject({ code });
    const late = socketReads(socket)[Symbol.asyncIterator]();
    await expect(late.next()).rejects.toMatchObject({ code });
  });
});
