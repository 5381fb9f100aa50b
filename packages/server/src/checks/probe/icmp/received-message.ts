import type { KernelCalls } from './kernel-calls.ts';

/** A packet that a socket received. */
interface ReceivedMessage {
  packet: Buffer;
  /** Time of reception by the kernel, nanoseconds since the epoch; null if not reported. */
  received_at: bigint | null;
}

/**
 * Reads the next packet of a socket without waiting; null if there is none. The packet is valid until the next call.
 */
type MessageReceiver = (fd: number) => ReceivedMessage | null;

/** MSG_DONTWAIT. */
const dontWait = 0x40;
/** SOL_SOCKET. */
export const socketLevel = 1;
/**
 * SO_TIMESTAMPNS: the kernel records the time of each packet, so that a busy event loop does not lengthen round trips.
 */
export const timestampOption = 35;

/** Byte offsets in the memory: struct msghdr, struct iovec, control data, packet. */
const layout = { header: 0, vector: 64, control: 128, packet: 256 } as const;
const controlLength = 128;
const packetLength = 1280;

/** Offsets in struct msghdr on 64-bit Linux. */
const headerField = { vector: 16, vectorCount: 24, control: 32, controlLength: 40 } as const;

/** Builds the structs that recvmsg(2) fills. */
export function createMessageReceiver(calls: KernelCalls): MessageReceiver {
  const { memory, address } = calls.allocate(layout.packet + packetLength);
  const at = (offset: number): bigint => address + BigInt(offset);
  memory.writeBigUInt64LE(at(layout.vector), layout.header + headerField.vector);
  memory.writeBigUInt64LE(1n, layout.header + headerField.vectorCount);
  memory.writeBigUInt64LE(at(layout.control), layout.header + headerField.control);
  memory.writeBigUInt64LE(at(layout.packet), layout.vector);
  memory.writeBigUInt64LE(BigInt(packetLength), layout.vector + 8);
  const packets = memory.subarray(layout.packet);
  return (fd) => {
    memory.writeBigUInt64LE(BigInt(controlLength), headerField.controlLength);
    const length = calls.receiveMessage(fd, address, dontWait);
    if (length < 0) return null;
    return { packet: packets.subarray(0, length), received_at: readTimestamp(memory) };
  };
}

/** Reads struct cmsghdr: length, level, type, then seconds and nanoseconds. No other control data was requested. */
function readTimestamp(memory: Buffer): bigint | null {
  if (memory.readBigUInt64LE(headerField.controlLength) < 32n) return null;
  const isTimestamp =
    memory.readInt32LE(layout.control + 8) === socketLevel &&
    memory.readInt32LE(layout.control + 12) === timestampOption;
  return isTimestamp ? nanosecondsAt(memory, layout.control + 16) : null;
}

/** A struct timespec as nanoseconds. */
export const nanosecondsAt = (memory: Buffer, offset: number): bigint =>
  memory.readBigInt64LE(offset) * 1_000_000_000n + memory.readBigInt64LE(offset + 8);
