import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum, decodeEchoReply, encodeEchoRequest } from './echo-packet.ts';

const token = { cookie: 0xdeadbeef, number: 0x1_0002 };
const replyTypes = { 4: 0, 6: 129 } as const;

/** The target's reply: the request with another type, on raw sockets after an IP header. */
function replyTo(family: 4 | 6, request: Buffer, ipHeader: Buffer = Buffer.alloc(0)): Buffer {
  const reply = Buffer.from(request);
  reply[0] = replyTypes[family];
  return Buffer.concat([ipHeader, reply]);
}

describe('an echo', () => {
  it.each([4, 6] as const)('over IPv%i is known again by its answer, whatever its token', (family) => {
    const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(fc.record({ cookie: number, number }), (any) => {
        expect(decodeEchoReply(family, replyTo(family, encodeEchoRequest(family, 7, any)), false)).toEqual(any);
      }),
    );
  });

  it('is found behind an IP header of any length', () => {
    const header = Buffer.alloc(24);
    header[0] = 0x46;
    const packet = replyTo(4, encodeEchoRequest(4, 7, token), header);
    expect(decodeEchoReply(4, packet, true)).toEqual(token);
    expect(decodeEchoReply(4, packet, false)).toBeNull();
  });

  it('is no request, no answer of the other family, and nothing that is cut off', () => {
    const request = encodeEchoRequest(4, 7, token);
    expect(decodeEchoReply(4, request, false)).toBeNull();
    expect(decodeEchoReply(6, replyTo(4, request), false)).toBeNull();
    expect(decodeEchoReply(4, replyTo(4, request).subarray(0, 15), false)).toBeNull();
    expect(decodeEchoReply(4, Buffer.alloc(0), true)).toBeNull();
  });

  it('has a checksum by which it is whole', () => {
    const request = encodeEchoRequest(4, 0xffff, token);
    expect(checksum(request)).toBe(0);
    request[20] = 1;
    expect(checksum(request)).not.toBe(0);
    expect(checksum(Buffer.from([0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7]))).toBe(0x220d);
  });
});
