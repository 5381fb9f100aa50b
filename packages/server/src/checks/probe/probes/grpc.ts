import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { OptionHeader } from '@upvigil/core/contract/monitor-kinds/option-fields';
import { limits } from '@upvigil/core/limits';
import { userAgentFor } from '../dialing/user-agent.ts';
import { isSystemError } from '../faults.ts';
import { TargetFailure } from '../target-failure.ts';
import { limitReceived } from './client-library.ts';
import { serviceProbe } from './service.ts';

/**
 * Calls the health service (https://github.com/grpc/grpc/blob/master/doc/health-checking.md). Without TLS the server
 * must know that HTTP/2 comes; with TLS it must select h2.
 */
export const probeGrpc = serviceProbe<'GRPC'>(
  async ({ socket, target, context, onEnd }) => {
    const { host, port, options } = target;
    if (socket instanceof TLSSocket && socket.alpnProtocol !== 'h2')
      throw new TargetFailure('server does not offer h2');
    context.step('waiting for the answer to the call');
    const session = openSession(socket, formatHostPort(host, port));
    try {
      const answer = await call(
        { socket, session },
        requestHeaders(options.headers),
        encodeHealthRequest(options.service),
        context.signal,
      );
      // Once the event loop has closed the call. Until then, the session would reset it.
      onEnd(() => setImmediate(() => session.destroy()));
      requireServing(answer, options.service);
    } catch (error) {
      session.destroy();
      throw http2Failure(error);
    }
  },
  { alpn: ['h2'] },
);

const openSession = (socket: Socket, authority: string): ClientHttp2Session =>
  connect(`${socket instanceof TLSSocket ? 'https' : 'http'}://${authority}`, {
    createConnection: () => socket,
    settings: { enablePush: false },
  });

/** Values of the same name are joined (RFC 9110, section 5.3). `host` has another name in HTTP/2. */
function requestHeaders(added: readonly OptionHeader[]): OutgoingHttpHeaders {
  const headers: Record<string, string> = {};
  for (const { name, value } of added) {
    const key = name.toLowerCase() === 'host' ? ':authority' : name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return {
    'user-agent': userAgentFor('uptime check'),
    ...headers,
    ':method': 'POST',
    ':path': '/grpc.health.v1.Health/Check',
    'content-type': 'application/grpc',
    te: 'trailers',
  };
}

interface GrpcAnswer {
  /** `grpc-status` and `grpc-message`: in the trailers, or in the headers of an answer without a body. */
  status: IncomingHttpHeaders;
  body: Buffer;
}

/** Rejects with TargetFailure for an answer that is not one of gRPC, and with the reason of the signal at its abort. */
function call(
  { socket, session }: { socket: Socket; session: ClientHttp2Session },
  headers: OutgoingHttpHeaders,
  message: Buffer,
  signal: AbortSignal,
): Promise<GrpcAnswer> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    limitReceived(socket, reject);
    session.on('error', reject);
    const stream = session.request(headers).on('error', reject);
    const body: Buffer[] = [];
    let length = 0;
    let status: IncomingHttpHeaders = {};
    stream.on('response', (head) => {
      if (head['grpc-status'] !== undefined) status = head;
      else if (head[':status'] !== 200) reject(new TargetFailure(`HTTP ${head[':status']}`));
      else if (!/^application\/grpc\b/i.test(head['content-type'] ?? '')) reject(notGrpc());
    });
    stream.on('trailers', (trailers) => {
      status = trailers;
    });
    stream.on('data', (chunk: Buffer) => {
      body.push(chunk);
      length += chunk.length;
      if (length > limits.conversationBytes) {
        reject(new TargetFailure(`service sent more than ${limits.conversationBytes / 1024} KiB`));
      }
    });
    stream.on('end', () => {
      if (status['grpc-status'] !== undefined) resolve({ status, body: Buffer.concat(body) });
      else reject(session.destroyed ? closedEarly() : notGrpc());
    });
    stream.on('close', () => {
      if (!stream.readableEnded) reject(closedEarly());
    });
    stream.end(message);
  });
}

/** Errors of `node:http2` in words; all others are those of the connection. */
function http2Failure(error: unknown): unknown {
  if (!isSystemError(error) || !error.code.startsWith('ERR_HTTP2_')) return error;
  switch (error.code) {
    case 'ERR_HTTP2_STREAM_ERROR':
      return new TargetFailure(`server reset the call (${/NGHTTP2_(\w+)/.exec(error.message)?.[1] ?? 'unknown code'})`);
    case 'ERR_HTTP2_SESSION_ERROR':
      return new TargetFailure(`server ended the session (${/code (\w+)/.exec(error.message)?.[1] ?? 'unknown code'})`);
    case 'ERR_HTTP2_STREAM_CANCEL':
    case 'ERR_HTTP2_INVALID_SESSION':
    case 'ERR_HTTP2_GOAWAY_SESSION':
      return closedEarly();
    default:
      return new TargetFailure('answer is not valid HTTP/2');
  }
}

const serving = 1;
/** HealthCheckResponse.ServingStatus */
const healthStatuses = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'];

function requireServing({ status, body }: GrpcAnswer, service: string): void {
  const code = String(status['grpc-status']);
  if (!/^\d{1,4}$/.test(code)) throw notGrpc();
  if (code !== '0') throw new TargetFailure(`gRPC status ${code}${grpcReason(Number(code), status, service)}`);
  const health = decodeHealthAnswer(body);
  if (health === null) throw notGrpc();
  if (health !== serving) throw new TargetFailure(`health status is ${healthStatuses[health] ?? health}`);
}

const notFound = 5;
const unimplemented = 12;

function grpcReason(code: number, status: IncomingHttpHeaders, service: string): string {
  if (code === notFound) return `: unknown service "${service}"`;
  if (code === unimplemented) return ': the server has no health service';
  const message = decodeMessage(String(status['grpc-message'] ?? ''));
  return message === '' ? '' : `: ${message}`;
}

/** `grpc-message` is percent-encoded UTF-8. */
function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const closedEarly = (): TargetFailure => new TargetFailure('connection closed without an answer');
const notGrpc = (): TargetFailure => new TargetFailure('answer is not valid gRPC');

/** A message of gRPC without compression: a flag, the length, and a HealthCheckRequest with the service in field 1. */
function encodeHealthRequest(service: string): Buffer {
  const name = Buffer.from(service, 'utf8');
  const message = name.length === 0 ? name : Buffer.concat([Buffer.from([0x0a, ...encodeVarint(name.length)]), name]);
  const prefix = Buffer.alloc(prefixLength);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

const prefixLength = 5;

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** The status of a HealthCheckResponse; null for a body that is not exactly one valid message. */
export function decodeHealthAnswer(body: Buffer): number | null {
  const isOneMessage =
    body.length >= prefixLength && body[0] === 0 && body.readUInt32BE(1) === body.length - prefixLength;
  if (!isOneMessage) return null;
  let status = 0;
  for (let at = prefixLength; at < body.length; ) {
    const tag = decodeVarint(body, at);
    const value = tag && decodeValue(body, tag.end, tag.value % 8);
    if (!tag || !value) return null;
    if (tag.value === statusTag) status = value.value;
    at = value.end;
  }
  return status;
}

/** Field 1, a varint. */
const statusTag = 0x08;

interface Decoded {
  value: number;
  /** Where the next field begins. */
  end: number;
}

/** A value by its wire type (https://protobuf.dev/programming-guides/encoding/). Null if it does not fit. */
function decodeValue(body: Buffer, at: number, wireType: number): Decoded | null {
  if (wireType === 0) return decodeVarint(body, at);
  const length = wireType === 2 ? decodeVarint(body, at) : { value: { 1: 8, 5: 4 }[wireType] ?? Infinity, end: at };
  if (length === null || length.end + length.value > body.length) return null;
  return { value: 0, end: length.end + length.value };
}

function decodeVarint(body: Buffer, start: number): Decoded | null {
  let value = 0;
  for (let at = start; at < Math.min(body.length, start + 10); at += 1) {
    const byte = body.readUInt8(at);
    value += (byte & 0x7f) * 128 ** (at - start);
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return null;
}
