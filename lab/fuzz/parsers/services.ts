import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type NetworkMonitorType, networkProbeTarget } from '@upvigil/core/contract/monitor-kinds/registry';
import { limits } from '@upvigil/core/limits';
import { systemClock } from '@upvigil/server/base/clock';
import type { ProbeOutcome, ProbeTarget } from '@upvigil/server/base/domain/check';
import { createCheckCommands } from '@upvigil/server/checks/commands/check-commands';
import { createEvaluator } from '@upvigil/server/checks/probe/assertions/evaluator';
import { createDialer } from '@upvigil/server/checks/probe/dialing/dialer';
import { AddressRefusedError } from '@upvigil/server/checks/probe/dialing/refused-addresses';
import { createStallDetector } from '@upvigil/server/checks/probe/event-loop-stalls';
import { createPinger } from '@upvigil/server/checks/probe/icmp/pinger';
import { probeUnderDeadline } from '@upvigil/server/checks/probe/probe-under-deadline';
import { probeTarget } from '@upvigil/server/checks/probe/probes/registry';
import { createTimeSlices } from '@upvigil/server/checks/probe/time-slices';
import { startSocksProxy } from '@upvigil/server/checks/screenshots/browser/socks-proxy';
import { startTcpTarget } from '@upvigil/server/testing/targets/tcp-target';
import fc from 'fast-check';
import { bytesLike, textLike } from '../hostile.ts';
import { defineParser, type FuzzedParser, mustHold, type OpenParser } from '../parser.ts';

const seconds = 5;

/** A loopback service that sends the input and closes. `parse` connects to it. */
export async function openService<Input>(
  bytesOf: (input: Input, port: number) => Buffer,
  ask: (port: number, input: Input) => Promise<unknown>,
): Promise<OpenParser<Input>> {
  let said = Buffer.alloc(0);
  const service = await startTcpTarget((socket) => socket.resume().end(said));
  return {
    async parse(input) {
      said = Buffer.from(bytesOf(input, service.port));
      await ask(service.port, input);
    },
    close: () => service.close(),
  };
}

/**
 * Checks that a response never causes a fault of this machine, and that texts are cut and without control characters.
 */
function mustBeAboutTarget(outcome: ProbeOutcome): void {
  mustHold(outcome.outcome !== 'fault', `what a target says is no fault of ours: ${JSON.stringify(outcome)}`);
  if (outcome.outcome !== 'down') return;
  mustHold(outcome.reason.length <= limits.foreignTextLength && outcome.reason !== '', 'the reason is a short text');
  mustHold(!/[\u0000-\u001f\u007f-\u009f]/.test(outcome.reason), 'the reason has no control characters');
}

async function probe(target: ProbeTarget): Promise<void> {
  const pinger = createPinger({ clock: systemClock });
  const stallDetector = createStallDetector(systemClock);
  const tools = { clock: systemClock, dialer: createDialer(), pinger, stallDetector };
  try {
    const controller = new AbortController();
    const all = {
      ...tools,
      timeSlices: createTimeSlices(systemClock),
      evaluator: createEvaluator(systemClock),
      commands: createCheckCommands(),
      ownName: null,
      probe: probeTarget,
    };
    mustBeAboutTarget(await probeUnderDeadline(target, seconds, all, controller));
  } finally {
    stallDetector.stop();
    pinger.close();
  }
}

const probed = (
  name: string,
  file: string,
  samples: readonly Buffer[],
  targetAt: (port: number) => ProbeTarget,
): FuzzedParser =>
  defineParser<Buffer>({
    name,
    file,
    inputs: bytesLike(...samples),
    shortRuns: 100,
    open: () =>
      openService(
        (bytes) => bytes,
        (port) => probe(targetAt(port)),
      ),
  });

const page = '<html><head><title>a</title><meta name="wanted" content="b"></head></html>';
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\n';
const httpAnswers = [
  `${head}content-length: ${page.length}\r\n\r\n${page}`,
  `${head}transfer-encoding: chunked\r\n\r\n5\r\n<meta\r\n0\r\n\r\n`,
  'HTTP/1.1 302 Found\r\nlocation: //example.com:0/a\r\n\r\n',
  'HTTP/1.1 301 Moved\r\nlocation: ftp://user:%zz@[::1]/\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 307 Again\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 308 Away\r\nlocation: http://u:%ff@a/\r\n\r\n',
  `HTTP/1.1 303 Other\r\nlocation: http://${'a'.repeat(300)}/\r\n\r\n`,
  'HTTP/1.1 302 Found\r\nlocation: http://[\r\n\r\n',
  'HTTP/1.1 204 Nothing\r\ncontent-encoding: br\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n',
  'HTTP/1.0 503 Away\r\n\r\nbusy',
].map((text) => Buffer.from(text));
const zipped = gzipSync(page);
const packed = (coding: string, body: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from(`${head}content-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`), body]);
httpAnswers.push(
  packed('br', brotliCompressSync(page)),
  packed('deflate', deflateSync(page)),
  packed('gzip, gzip', gzipSync(zipped)),
  packed('gzip, br, gzip, br', zipped),
  packed('zstd', zipped),
  packed('gzip', zipped),
  Buffer.concat([Buffer.from(`${head}content-encoding: deflate, br\r\n\r\n`), zipped]),
);

const urlTarget = (url: string): ProbeTarget => ({
  kind: 'URL',
  url,
  metadata_tag: 'wanted',
  metadata_value: 'b',
  check_mode: 'http',
});

/** A TLS alert, and the start of a ServerHello. */
const tlsAnswers = [
  Buffer.from('15030300020228', 'hex'),
  Buffer.from(`160303003a0200003603${'03'.repeat(33)}00130100000e002b00020304003300024000`, 'hex'),
];

function serviceTarget(kind: NetworkMonitorType, port: number, expected_response: string | null = null): ProbeTarget {
  const fields = { host: '127.0.0.1', port, expected_response, packet_loss_threshold: null, options: null };
  const target = networkProbeTarget(kind, fields);
  if (target === null) throw new Error(`No target for ${kind}`);
  return target;
}

const probeParsers = [
  probed('HTTP answer', 'packages/server/src/checks/probe/probes/url/http.ts', httpAnswers, (port) =>
    urlTarget(`http://127.0.0.1:${port}/`),
  ),
  probed('TLS answer', 'packages/server/src/checks/probe/failure-text.ts', tlsAnswers, (port) =>
    urlTarget(`https://127.0.0.1:${port}/`),
  ),
  probed(
    'IMAP greeting',
    'packages/server/src/checks/probe/probes/imap.ts',
    [Buffer.from('* OK IMAP4rev1 ready\r\n'), Buffer.from('* BYE \u001b[2J\r\n'), Buffer.from('* PREAUTH é\r\n')],
    (port) => serviceTarget('IMAP', port, 'ready'),
  ),
  probed(
    'TCP greeting',
    'packages/server/src/checks/probe/probes/tcp-port.ts',
    [Buffer.from('220 mail ready\r\n'), Buffer.from('SSH-2.0-OpenSSH\r\n')],
    (port) => serviceTarget('TCP_PORT', port, 'ready é'),
  ),
  probed(
    'Redis answer',
    'packages/server/src/checks/probe/probes/redis.ts',
    [Buffer.from('+PONG\r\n'), Buffer.from('-NOAUTH Authentication required.\r\n'), Buffer.from('-LOADING é\r\n')],
    (port) => serviceTarget('REDIS', port),
  ),
];

/** Responses of a resolver, such as invalid or forbidden addresses and names in other letter cases. */
const names = defineParser({
  name: 'answer of a resolver',
  file: 'packages/server/src/checks/probe/dialing/dialer.ts',
  inputs: fc.record({
    host: textLike('example.com', '169.254.169.254', '[::1]', 'a%eth0'),
    addresses: fc.array(textLike('127.0.0.1', '169.254.169.254', '::ffff:a9fe:a9fe', 'fe80::1%eth0'), { maxLength: 4 }),
  }),
  open: () => ({
    async parse({ host, addresses }) {
      const answer = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const dialer = createDialer({ resolveName: async () => answer });
      try {
        const usable = await dialer.resolve(host);
        mustHold(!usable.some(({ address }) => /^169\.254\.|a9fe/i.test(address)), 'no refused address is used');
      } catch (error) {
        mustHold(error instanceof AddressRefusedError || error instanceof Error, 'it is refused by an error');
      }
    },
  }),
});

/** Input of the loopback proxy through which Chromium connects. */
const socks = defineParser<Buffer>({
  name: 'SOCKS handshake',
  file: 'packages/server/src/checks/screenshots/browser/socks-proxy.ts',
  inputs: bytesLike(
    Buffer.from('05010005010001a9fea9fe0050', 'hex'),
    Buffer.concat([Buffer.from('050100050100030b', 'hex'), Buffer.from('example.com'), Buffer.from([0, 80])]),
    Buffer.from(`050100050100 04${'00'.repeat(15)}010050`.replace(' ', ''), 'hex'),
  ),
  shortRuns: 100,
  open: async () => {
    const refuse = async (): Promise<never> => {
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    };
    const proxy = await startSocksProxy({ dial: refuse });
    return {
      async parse(bytes) {
        const socket = connect(proxy.port, '127.0.0.1');
        socket.on('error', () => undefined).resume();
        socket.end(bytes);
        await once(socket, 'close');
      },
      close: () => proxy.close(),
    };
  },
});

export const serviceParsers: readonly FuzzedParser[] = [...probeParsers, names, socks];
