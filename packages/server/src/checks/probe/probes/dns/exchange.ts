import type { Socket as UdpSocket } from 'node:dgram';
import type { IpFamily } from '@upvigil/core/contract/check-options/options';
import type { ResolverAddress } from '@upvigil/core/contract/monitor-kinds/dns';
import type { DialStep } from '../../dialing/dialer.ts';
import { converseOn } from '../conversation.ts';
import type { ProbeContext } from '../probe.ts';
import type { DnsAnswer, DnsQuery } from './dns-query.ts';

interface Exchange {
  query: DnsQuery;
  context: ProbeContext;
  family: IpFamily | undefined;
  /** How long to wait for an answer, in milliseconds, without the look-up of the resolver's name. */
  patience: number;
  /** Called before each query. */
  onQuery(): void;
}

/**
 * Queries a resolver, and fetches a truncated answer over TCP. Returns null if the resolver does not answer. Rejects
 * with the system's errors, and with the reason of the signal after its abort.
 */
export async function queryResolver(resolver: ResolverAddress, exchange: Exchange): Promise<DnsAnswer | null> {
  const started = performance.now();
  const answer = resolver.transport === 'tcp' ? null : await queryOverUdp(resolver, exchange);
  const isWhole = answer !== null && !answer.is_truncated;
  if (isWhole || (answer === null && resolver.transport === 'udp')) return answer;
  const left = Math.max(1, exchange.patience - (performance.now() - started));
  return queryOverTcp(resolver, { ...exchange, patience: left });
}

async function queryOverUdp(
  { host, port }: ResolverAddress,
  { context, query, family, patience, onQuery }: Exchange,
): Promise<DnsAnswer | null> {
  const socket = await context.dialer.dialUdp({ host, port, family, onStep: context.step, trace: context.trace });
  try {
    onQuery();
    return await firstAnswer(socket, query, patience, context.signal);
  } finally {
    socket.close();
  }
}

/** Sends the query, and again after half the time. */
function firstAnswer(
  socket: UdpSocket,
  query: DnsQuery,
  patience: number,
  signal: AbortSignal,
): Promise<DnsAnswer | null> {
  return new Promise((resolve, reject) => {
    const send = (): void => socket.send(query.bytes);
    const again = setTimeout(send, patience / 2);
    const end = setTimeout(() => settle(() => resolve(null)), patience);
    const giveUp = (): void => settle(() => reject(signal.reason));
    const settle = (finish: () => void): void => {
      clearTimeout(again);
      clearTimeout(end);
      signal.removeEventListener('abort', giveUp);
      finish();
    };
    socket.on('message', (message) => {
      const answer = query.read(message);
      if (answer) settle(() => resolve(answer));
    });
    socket.on('error', (error) => settle(() => reject(error)));
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    else send();
  });
}

/** Of a message, in bytes. */
const longestLength = 0xffff;

/** Each message follows its length (RFC 1035, section 4.2.2). */
async function queryOverTcp(
  { host, port }: ResolverAddress,
  { context, query, family, patience, onQuery }: Exchange,
): Promise<DnsAnswer | null> {
  const { dialer, step, trace } = context;
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(context.signal.reason);
  context.signal.addEventListener('abort', giveUp);
  const { signal } = controller;
  let timer: NodeJS.Timeout | undefined;
  const onStep = (name: DialStep): void => {
    step(name);
    if (name !== 'connecting') return;
    timer = setTimeout(() => controller.abort(silence), patience);
    onQuery();
  };
  try {
    const socket = await dialer.dial({ host, port, family, signal, onStep, trace });
    try {
      const length = Buffer.alloc(2);
      const conversation = converseOn(socket, signal, length.length + longestLength);
      length.writeUInt16BE(query.bytes.length);
      conversation.send(Buffer.concat([length, query.bytes]));
      const size = (await conversation.bytes(2, 'an answer')).readUInt16BE(0);
      return query.read(await conversation.bytes(size, 'an answer'));
    } finally {
      socket.destroy();
    }
  } catch (error) {
    if (error === silence) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener('abort', giveUp);
  }
}

const silence = new Error('no answer in time');
