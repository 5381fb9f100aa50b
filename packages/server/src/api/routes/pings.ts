import { RequestError } from '@upvigil/core/contract/errors';
import { heartbeatPaths } from '@upvigil/core/contract/names/paths';
import { limits } from '@upvigil/core/limits';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientNetwork } from '../../access/client-network.ts';
import { createLoginThrottle } from '../../access/login-throttle.ts';
import type { Clock } from '../../base/clock.ts';
import type { PingResult, ReceivedPing } from '../../checks/heartbeats/heartbeat-recorder.ts';
import { hashOfKey } from '../../checks/heartbeats/heartbeat-store.ts';
import { lastBytes, readEnd } from './read-end.ts';

interface PingDeps {
  clock: Clock;
  /** Resolves after the commit. */
  receive(ping: ReceivedPing): Promise<PingResult>;
  /** The reason why no ping can be recorded; null normally. */
  unavailableReason(): string | null;
}

const { heartbeat: bounds } = limits;
const secretHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};
/** More keys than send a ping in a minute in practice. */
const mostKnownKeys = 10_000;

interface PingParams {
  key: string;
  action?: string;
}

/** The address of a heartbeat in the format of Healthchecks, and in that of Uptime Kuma. The key grants access. */
export function pingRoutes(pings: FastifyInstance, deps: PingDeps): void {
  const limit = createKeyLimits(deps.clock);
  const receive = async (request: FastifyRequest, ping: Omit<ReceivedPing, 'at'>): Promise<PingResult> => {
    const reason = deps.unavailableReason();
    if (reason !== null) throw new RequestError('unavailable', reason);
    const result = await deps.receive({ ...ping, at: deps.clock.now() });
    limit.note(request, ping.key_hash, result);
    return result;
  };
  // The body is text, whatever its type says.
  pings.removeAllContentTypeParsers();
  pings.addContentTypeParser('*', (_request, payload, done) => {
    readEnd(payload, bounds.textBytes).then((text) => done(null, text), done);
  });
  const ping = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers({ ...secretHeaders, 'access-control-allow-origin': '*', 'ping-body-limit': bounds.textBytes });
    const key_hash = limit.admit(request);
    const { action = '' } = request.params as PingParams;
    const text = textOf(request.body);
    const result = await receive(request, {
      key_hash,
      ...typeOf(action),
      rid: ridOf(request),
      text,
      counts_as_post: request.method === 'POST',
      response_time_us: null,
    });
    if (result === 'unknown') throw new RequestError('notFound', heartbeatMessages.unknownKey);
    return reply.type('text/plain; charset=utf-8').send('OK');
  };
  const methods = ['GET', 'HEAD', 'POST'];
  pings.route({ method: methods, url: `${heartbeatPaths.ping}:key`, handler: ping });
  pings.route({ method: methods, url: `${heartbeatPaths.ping}:key/:action`, handler: ping });
  pings.all(`${heartbeatPaths.push}:key`, async (request, reply) => {
    reply.headers({ ...secretHeaders, 'access-control-allow-origin': '*' });
    const result = await receive(request, { key_hash: limit.admit(request), ...pushOf(request) });
    if (result === 'recorded') return { ok: true };
    return reply.code(404).send({ ok: false, msg: heartbeatMessages.pushNotFound });
  });
}

/** @throws RequestError `malformed` for an exit code above 255, `notFound` for any other action */
function typeOf(action: string): Pick<ReceivedPing, 'type' | 'code'> {
  if (action === '') return { type: 'success', code: null };
  if (action === 'start' || action === 'fail' || action === 'log') return { type: action, code: null };
  if (!/^\d+$/.test(action)) throw new RequestError('notFound', heartbeatMessages.unknownKey);
  const code = Number(action);
  if (code > bounds.exitCode.max) throw new RequestError('malformed', heartbeatMessages.exitCode);
  return { type: code === 0 ? 'success' : 'fail', code };
}

const uuid = z.guid();

/** @throws RequestError `malformed` when it is no UUID */
function ridOf({ query }: FastifyRequest): string | null {
  const { rid } = query as Record<string, unknown>;
  if (rid === undefined) return null;
  if (!uuid.safeParse(rid).success) throw new RequestError('malformed', heartbeatMessages.rid);
  return String(rid).toLowerCase();
}

function pushOf(request: FastifyRequest): Omit<ReceivedPing, 'at' | 'key_hash'> {
  const { status, msg, ping } = request.query as Record<string, unknown>;
  const isUp = status === undefined || status === '' || status === 'up';
  return {
    type: isUp ? 'success' : 'fail',
    code: null,
    rid: null,
    text: textOf(typeof msg === 'string' ? lastBytes(Buffer.from(msg), bounds.textBytes) : null),
    counts_as_post: request.method === 'POST',
    response_time_us: microseconds(ping),
  };
}

/** An invalid time is ignored, as Kuma does. */
function microseconds(ping: unknown): number | null {
  const milliseconds = typeof ping === 'string' && ping.trim() !== '' ? Number(ping) : Number.NaN;
  const isTime = milliseconds >= 0 && milliseconds <= bounds.runtimeSeconds.max * 1000;
  return isTime ? Math.round(milliseconds * 1000) : null;
}

/** Neither database stores NUL in text. */
function textOf(body: unknown): string | null {
  const text = typeof body === 'string' ? body.replaceAll('\0', '') : '';
  return text === '' ? null : text;
}

/** Limits pings by key, and guesses by address. */
function createKeyLimits(clock: Pick<Clock, 'monotonic'>) {
  const byKey = createLoginThrottle(bounds.pingsPerMinute, clock.monotonic);
  const guesses = createLoginThrottle(bounds.unknownKeysPerMinute, clock.monotonic);
  /** Hashes of keys that exist: such a request is no guess, even if others of its address are. */
  const known = new Set<string>();
  return {
    /** Returns the hash of the key. @throws RequestError `tooMany` */
    admit({ ip, params }: FastifyRequest): string {
      const { key } = params as PingParams;
      const hash = hashOfKey(key);
      if (!known.has(hash) && guesses.count(clientNetwork(ip)) >= bounds.unknownKeysPerMinute) throw tooMany(60);
      const seconds = byKey.attempt(hash);
      if (seconds !== null) throw tooMany(seconds);
      return hash;
    },
    note({ ip }: FastifyRequest, hash: string, result: PingResult): void {
      if (result === 'unknown') {
        known.delete(hash);
        guesses.attempt(clientNetwork(ip));
      } else if (known.size < mostKnownKeys) known.add(hash);
    },
  };
}

const tooMany = (seconds: number): RequestError =>
  new RequestError('tooMany', heartbeatMessages.tooMany, { facts: { retry_after: seconds } });
