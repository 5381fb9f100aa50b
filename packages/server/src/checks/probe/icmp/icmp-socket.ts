import { randomBytes } from 'node:crypto';
import { decodeEchoReply, encodeEchoRequest, type IpFamily } from './echo-packet.ts';
import type { KernelCalls } from './kernel-calls.ts';
import { createMessageReceiver, nanosecondsAt, socketLevel, timestampOption } from './received-message.ts';

/** An echo request that was sent, or why it was not. */
interface SentEcho {
  /** On the kernel's clock of receive times, nanoseconds. */
  sent_at: bigint;
  /** Name of the system's error, or null. */
  error: string | null;
}

/** An echo reply to one of our requests. */
export interface EchoReply {
  number: number;
  /** When the kernel received it, nanoseconds as `sent_at`; null when it did not say. */
  received_at: bigint | null;
}

/** One socket for all pings of one IP family. */
export interface IcmpSocket {
  send(number: number, address: string): SentEcho;
  /** The next reply that came in; null when there is none left. */
  receive(): EchoReply | null;
  close(): void;
}

/** Numbers of Linux: address families, protocols, and the layout in bytes of struct sockaddr_in and sockaddr_in6. */
const families = {
  4: { domain: 2, protocol: 1, addressOffset: 4, addressLength: 16 },
  6: { domain: 10, protocol: 58, addressOffset: 8, addressLength: 28 },
} as const;

/** SOCK_DGRAM needs no rights where `net.ipv4.ping_group_range` allows it; SOCK_RAW needs root or CAP_NET_RAW. */
const socketTypes = [
  { type: 2, isRaw: false },
  { type: 3, isRaw: true },
] as const;
/** SOCK_NONBLOCK and SOCK_CLOEXEC. */
const nonBlockingCloseOnExec = 0o4000 | 0o2000000;

/** SO_RCVBUF. */
const receiveBufferOption = 8;
/** Room for the replies to some thousand pings between two reads. */
const receiveBufferBytes = 1024 * 1024;
/** ICMP_FILTER and ICMPV6_FILTER: a raw socket gets all ICMP traffic of the host, and we want echo replies only. */
const filters = { 4: { level: 255, option: 1 }, 6: { level: 58, option: 1 } } as const;

/** Opens the socket of a family. Returns the name of the system's error when it is refused. */
export function openIcmpSocket(calls: KernelCalls, family: IpFamily): IcmpSocket | { error: string } {
  const { domain, protocol } = families[family];
  for (const { type, isRaw } of socketTypes) {
    const fd = calls.socket(domain, type | nonBlockingCloseOnExec, protocol);
    if (fd >= 0) return createIcmpSocket(calls, fd, family, isRaw);
  }
  return { error: calls.lastError() };
}

function createIcmpSocket(calls: KernelCalls, fd: number, family: IpFamily, isRaw: boolean): IcmpSocket {
  configure(calls, fd, family, isRaw);
  const identifier = randomBytes(2).readUInt16BE();
  const cookie = randomBytes(4).readUInt32BE();
  const receiveMessage = createMessageReceiver(calls);
  const time = Buffer.alloc(16);
  return {
    send(number, address) {
      const to = encodeSocketAddress(calls, family, address);
      if (to === null) return { sent_at: 0n, error: 'EINVAL' };
      const packet = encodeEchoRequest(family, identifier, { cookie, number });
      calls.readRealTime(time);
      const error = calls.sendTo(fd, packet, to) < 0 ? calls.lastError() : null;
      return { sent_at: nanosecondsAt(time, 0), error };
    },
    receive() {
      for (let message = receiveMessage(fd); message !== null; message = receiveMessage(fd)) {
        const token = decodeEchoReply(family, message.packet, isRaw && family === 4);
        if (token?.cookie === cookie) return { number: token.number, received_at: message.received_at };
      }
      return null;
    },
    close: () => calls.close(fd),
  };
}

function configure(calls: KernelCalls, fd: number, family: IpFamily, isRaw: boolean): void {
  calls.setOption(fd, socketLevel, timestampOption, int32(1));
  calls.setOption(fd, socketLevel, receiveBufferOption, int32(receiveBufferBytes));
  if (isRaw) calls.setOption(fd, filters[family].level, filters[family].option, echoRepliesOnly(family));
}

/** A mask with a bit for each message type that is to be kept away: 32 types of IPv4, 256 of IPv6. */
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

/** struct sockaddr_in or sockaddr_in6 without a port; null when the text is no address of the family. */
function encodeSocketAddress(calls: KernelCalls, family: IpFamily, address: string): Buffer | null {
  const { domain, addressOffset, addressLength } = families[family];
  const bytes = Buffer.alloc(addressLength);
  bytes.writeUInt16LE(domain, 0);
  return calls.encodeAddress(domain, address, bytes.subarray(addressOffset)) === 1 ? bytes : null;
}
