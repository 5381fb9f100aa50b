import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { makeCertificate } from '../../../testing/targets/certificates.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { describeProbeConformance, networkTarget, type ProbeRun, runProbe } from './conformance.ts';
import { decodeHealthAnswer } from './grpc.ts';

type OnCall = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** An HTTP/2 server on each connection. */
const http2Server = (onCall: OnCall): Behaviour => {
  const server = createServer().on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    onCall(stream, headers);
  });
  server.on('sessionError', () => undefined);
  return (socket) => void server.emit('connection', socket);
};

const framed = (...message: number[]): Buffer => Buffer.from([0, 0, 0, 0, message.length, ...message]);
const grpcHead = { ':status': 200, 'content-type': 'application/grpc+proto' };

/** Answers with a message and a status in the trailers. */
const answers =
  (body: Buffer | string, trailers: Record<string, string> = { 'grpc-status': '0' }): OnCall =>
  (stream) => {
    stream.respond(grpcHead, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.end(body);
  };
/** Answers with a status in the headers alone. */
const refuses =
  (status: string, message?: string): OnCall =>
  (stream) =>
    stream.respond(
      { ...grpcHead, 'grpc-status': status, ...(message ? { 'grpc-message': message } : {}) },
      { endStream: true },
    );

const serving = framed(0x08, 1);

describeProbeConformance('the gRPC probe', {
  targetAt: (host, port) => networkTarget('GRPC', { host, port }),
  answering: http2Server(answers(serving)),
  // The first frame, whose head does not arrive in time.
  dripping: behaviours.drips('\0', 100),
});

describe('the gRPC probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (behaviour: Behaviour, options = {}, run?: ProbeRun): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour);
    return runProbe(networkTarget('GRPC', { host: target.host, port: target.port }, options), run);
  };

  it.each([
    ['NOT_SERVING', answers(framed(0x08, 2)), 'health status is NOT_SERVING'],
    ['SERVICE_UNKNOWN', answers(framed(0x08, 3)), 'health status is SERVICE_UNKNOWN'],
    ['the default status', answers(framed()), 'health status is UNKNOWN'],
    ['an unknown service', refuses('5', 'no such'), 'gRPC status 5: unknown service "x"'],
    ['an unknown service in trailers', answers('', { 'grpc-status': '5' }), 'gRPC status 5: unknown service "x"'],
    ['no health service', refuses('12'), 'gRPC status 12: the server has no health service'],
    ['another status', refuses('14', 'caf%C3%A9 closed %'), 'gRPC status 14: caf%C3%A9 closed %'],
    ['another status with a text', refuses('16', 'token%20missing%0Ahere'), 'gRPC status 16: token missing here'],
    ['a page', (stream) => stream.respond({ ':status': 404 }, { endStream: true }), 'HTTP 404'],
    ['no gRPC', (stream) => stream.respond({ ':status': 200 }, { endStream: true }), 'answer is not valid gRPC'],
    ['no status', answers(serving, { other: '1' }), 'answer is not valid gRPC'],
    ['no message', answers(''), 'answer is not valid gRPC'],
    ['a wrong length', answers(Buffer.from([0, 255, 255, 255, 255, 8, 1])), 'answer is not valid gRPC'],
    ['a long message', answers(Buffer.alloc(70_000)), 'service sent more than 64 KiB'],
    ['a reset', (stream) => stream.close(7), 'server reset the call (REFUSED_STREAM)'],
    ['an end of the session', (stream) => stream.session?.destroy(), 'connection closed without an answer'],
  ] satisfies [string, OnCall, string][])('is down in words at %s', async (_, onCall, reason) => {
    expect(await probe(http2Server(onCall), { service: 'x' })).toMatchObject({ outcome: 'down', reason });
    await expect.poll(() => target?.open()).toBe(0);
  });

  it('is down when the server sends frames of an unknown type without end', async () => {
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    const unknown = Buffer.from([0, 0, 1, 0x55, 0, 0, 0, 0, 0, 0]);
    const flood = Buffer.alloc(200_000, unknown);

    expect(await probe((socket) => socket.resume().write(Buffer.concat([settings, flood])))).toMatchObject({
      outcome: 'down',
      reason: 'service sent more than 128 KiB',
    });
  });

  it('is down when a server answers in HTTP/1.1', async () => {
    expect(await probe(behaviours.closes('HTTP/1.1 400 Bad Request\r\n\r\n'))).toMatchObject({
      outcome: 'down',
      reason: 'answer is not valid HTTP/2',
    });
  });

  it('sends the service and the headers, and does not repeat a secret of them', async () => {
    const heard: unknown[] = [];
    const behaviour = http2Server((stream, headers) => {
      stream.on('data', (chunk: Buffer) => heard.push(chunk.toString('latin1')));
      heard.push(headers);
      refuses('16', `bad ${headers['x-key']}`)(stream, headers);
    });
    const headers = [
      { name: 'X-Key', value: 's3cret', secret: true },
      { name: 'Host', value: 'api.test', secret: false },
    ];

    expect(await probe(behaviour, { service: 'shop.Orders', headers })).toMatchObject({
      reason: 'gRPC status 16: bad [removed]',
    });
    expect(heard).toMatchObject([
      {
        ':path': '/grpc.health.v1.Health/Check',
        ':authority': 'api.test',
        'content-type': 'application/grpc',
        te: 'trailers',
        'x-key': 's3cret',
      },
      '\0\0\0\0\x0d\x0a\x0bshop.Orders',
    ]);
  });

  it('speaks HTTP/2 over TLS where the server selects it, and says so where not', async () => {
    const certificate = await makeCertificate();
    const probeTls = async (ALPNProtocols?: string[]): Promise<ProbeOutcome> => {
      const tls = { ...certificate, ...(ALPNProtocols ? { ALPNProtocols } : {}) };
      target = await startTcpTarget(http2Server(answers(serving)), tls);
      const options = { security: 'tls', ca: certificate.cert };
      try {
        return await runProbe(networkTarget('GRPC', { host: target.host, port: target.port }, options));
      } finally {
        await target.close();
      }
    };

    expect(await probeTls(['h2'])).toMatchObject({ outcome: 'up' });
    expect(await probeTls()).toMatchObject({ outcome: 'down', reason: 'server does not offer h2' });
  });
});

it('reads the health status among other fields, and nothing from a message that breaks off', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
      expect(decodeHealthAnswer(framed(...bytes)) ?? 0).toBeGreaterThanOrEqual(0);
      expect(decodeHealthAnswer(Buffer.from(bytes)) ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
  expect(decodeHealthAnswer(framed(0x12, 2, 8, 2, 0x1d, 1, 2, 3, 4, 0x08, 1, 0x21, 1, 2, 3, 4, 5, 6, 7, 8))).toBe(1);
  expect(decodeHealthAnswer(framed(0x08, 0x81, 0x01))).toBe(129);
  expect(decodeHealthAnswer(framed(0x12, 0xff, 0xff, 0x7f, 1))).toBeNull();
  expect(decodeHealthAnswer(framed(0x08, 0x80))).toBeNull();
  expect(decodeHealthAnswer(framed(0x0b, 1))).toBeNull();
});
