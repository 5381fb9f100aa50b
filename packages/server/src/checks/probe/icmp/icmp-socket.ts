import { randomBytes } from 'node:crypto';
import { decodeEchoReply, encodeEchoRequest, type IpFamily } from './echo-packet.ts';
import type { KernelCalls } from './kernel-calls.ts';
import { createMessageReceiver, nanosecondsAt, socketLevel, timestampOption } from './received-message.ts';

/** Result of sending an echo request. */
interface SentEcho {
  /** By the kernel's clock for receive times, nanoseconds. */
  sent_at: bigint;
  /** Name of the system's error; null on success. */
  error: string | null;
}

/** A reply to one of this socket's echo requests. */
export interface EchoReply {
  number: number;
  /** Time of reception by the kernel, nanoseconds, on the clock of `sent_at`; null if not reported. */
  received_at: bigint | null;
}

/** Constants of Linux: address families, protocols, and byte offsets in struct sockaddr_in and sockaddr_in6. */
const families = {
  4: { domain: 2, protocol: 1, addressOffset: 4, addressLength: 16 },
  6: { domain: 10, protocol: 58, addressOffset: 8, addressLength: 28 },
} as const;

/** SOCK_DGRAM needs no privileges if `net.ipv4.ping_group_range` allows it; SOCK_RAW needs root or CAP_NET_RAW. */
const socketTypes = [
  { type: 2, isRaw: false },
  { type: 3, isRaw: true },
] as const;
/** SOCK_NONBLOCK and SOCK_CLOEXEC. */
const nonBlockingCloseOnExec = 0o4000 | 0o2000000;

/** SO_RCVBUF. */
const receiveBufferOption = 8;
/** Space for the replies to some thousand pings between two reads. */
const receiveBufferBytes = 1024 * 1024;
/**
 * ICMP_FILTER and ICMPV6_FILTER: a raw socket receives all ICMP traffic of the host, but only echo replies are needed.
 */
const filters = { 4: { level: 255, option: 1 }, 6: { level: 58, option: 1 } } as const;

/** Opens the socket of a family. Returns the name of the system's error if it is refused. */
export function openIcmpSocket(calls: KernelCalls, family: IpFamily): IcmpSocket | { error: string } {
  const { domain, protocol } = families[family];
  for (const { type, isRaw } of socketTypes) {
    const fd = calls.socket(domain, type | nonBlockingCloseOnExec, protocol);
    if (fd >= 0) return createIcmpSocket(calls, fd, family, isRaw);
  }
  return { error: calls.lastError() };
}

export type IcmpSocket = ReturnType<typeof createIcmpSocket>;

/** One socket for all pings of an IP family. */
function createIcmpSocket(calls: KernelCalls, fd: number, family: IpFamily, isRaw: boolean) {
  configure(calls, fd, family, isRaw);
  const identifier = randomBytes(2).readUInt16BE();
  const cookie = randomBytes(4).readUInt32BE();
  const receiveMessage = createMessageReceiver(calls);
  const time = Buffer.alloc(16);
  return {
    send(number: number, address: string): SentEcho {
      const to = encodeSocketAddress(calls, family, address);
      if (to === null) return { sent_at: 0n, error: 'EINVAL' };
      const packet = encodeEchoRequest(family, identifier, { cookie, number });
      calls.readRealTime(time);
      const error = calls.sendTo(fd, packet, to) < 0 ? calls.lastError() : null;
      return { sent_at: nanosecondsAt(time, 0), error };
    },
    /** The next received reply; null if there is none. */
    receive(): EchoReply | null {
      for (let message = receiveMessage(fd); message !== null; message = receiveMessage(fd)) {
        const token = decodeEchoReply(family, message.packet, isRaw && family === 4);
        if (token?.cookie === cookie) return { number: token.number, received_at: message.received_at };
      }
      return null;
    },
    close: (): void => calls.close(fd),
  };
}

function configure(calls: KernelCalls, fd: number, family: IpFamily, isRaw: boolean): void {
  calls.setOption(fd, socketLevel, timestampOption, int32(1));
  calls.setOption(fd, socketLevel, receiveBufferOption, int32(receiveBufferBytes));
  if (isRaw) calls.setOption(fd, filters[family].level, filters[family].option, echoRepliesOnly(family));
}

/** A mask with a bit for each blocked message type: 32 types of IPv4, 256 of IPv6. */
function echoRepliesOnly(family: IpFamily): Buffer {
  const mask = Buffer.alloc(family === 4 ? 4 : 32, 0xff);
  const reply = family === 4 ? 0 : 129;
  const byte = reply >> 3;
  mask[byte] = 0xff & ~(1 << (reply & 7));
  return mask;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

/** struct sockaddr_in or sockaddr_in6 without a port; null if the text is not an address of the family. */
function encodeSocketAddress(calls: KernelCalls, family: IpFamily, address: string): Buffer | null {
  const { domain, addressOffset, addressLength } = families[family];
  const bytes = Buffer.alloc(addressLength);
  bytes.writeUInt16LE(domain, 0);
  return calls.encodeAddress(domain, address, bytes.subarray(addressOffset)) === 1 ? bytes : null;
}
