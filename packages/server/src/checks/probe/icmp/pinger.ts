import { isIP } from 'node:net';
import type { Clock } from '../../../base/clock.ts';
import type { IpFamily } from './echo-packet.ts';
import { openIcmpSocket } from './icmp-socket.ts';
import { type KernelCalls, loadKernelCalls } from './kernel-calls.ts';
import type { Ping } from './ping.ts';
import { createSocketPing } from './socket-ping.ts';
import { createSpawnedPing } from './spawned-ping.ts';

/** Sends echo requests by any method that this host allows. */
export interface Pinger {
  ping: Ping;
  close(): void;
}

interface PingerOptions {
  clock: Clock;
  /** The program to use without ICMP sockets; `ping` on the PATH by default. */
  pingCommand?: string;
  /** Rejects if ICMP sockets are unavailable; then the program is used. */
  loadCalls?: () => Promise<KernelCalls>;
}

interface Method {
  ping: Ping;
  close(): void;
}

/** One ICMP socket for each IP family, opened by the first ping; a spawned `ping` if the socket is refused. */
export function createPinger({ clock, pingCommand = 'ping', loadCalls = loadKernelCalls }: PingerOptions): Pinger {
  const methods = new Map<IpFamily, Promise<Method>>();
  const openMethod = async (family: IpFamily): Promise<Method> => {
    const socket = await openSocket(loadCalls, family);
    if ('send' in socket) return createSocketPing(socket, clock);
    return { ping: createSpawnedPing(pingCommand, socket.error, clock), close: () => undefined };
  };
  return {
    async ping(address, options) {
      const family = isIP(address) === 6 ? 6 : 4;
      const method = methods.get(family) ?? openMethod(family);
      methods.set(family, method);
      return (await method).ping(address, options);
    },
    close() {
      for (const method of methods.values()) void method.then(({ close }) => close());
      methods.clear();
    },
  };
}

async function openSocket(
  loadCalls: () => Promise<KernelCalls>,
  family: IpFamily,
): Promise<ReturnType<typeof openIcmpSocket>> {
  try {
    return openIcmpSocket(await loadCalls(), family);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
