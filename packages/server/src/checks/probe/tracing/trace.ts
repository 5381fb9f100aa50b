import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { PhaseName } from '@upvigil/core/contract/names/states';
import { limits } from '@upvigil/core/limits';
import type { Clock } from '../../../base/clock.ts';
import { noPhases, type PhaseTimes } from '../../../base/domain/phases.ts';
import type { DialTrace } from '../dialing/dialer.ts';
import type { AnswerHead } from '../http1/answer-head.ts';
import type { RemoveSecrets } from './remove-secrets.ts';

/** A request as it was sent. */
export interface SentRequest {
  method: string;
  url: URL;
  headers: readonly (readonly [name: string, value: string])[];
  /** Removes the monitor's secrets from a text, because the target may echo them. */
  removeSecrets: RemoveSecrets;
}

/** What was recorded of a check's last request. */
export interface SeenByCheck {
  request: SentRequest | null;
  resolved: { name: string; addresses: readonly LookupAddress[] } | null;
  /** The remote address of the connection or of the last attempt; without a port for a ping. */
  remote: { address: string; port: number | null } | null;
  response: AnswerHead | null;
  /** The beginning, decompressed. */
  body: Buffer[];
  certificate: PeerCertificate | null;
  /** The beginning of a command's output, without secrets. */
  output: string | null;
}

/**
 * Records phases and response of one check. Phases follow each other without a gap, so their sum is the duration up to
 * the last ended one. Phases of redirects are summed.
 */
export interface Trace extends DialTrace {
  readonly phases: Readonly<PhaseTimes>;
  /** Empty unless `keepsSeen`. */
  readonly seen: Readonly<SeenByCheck>;
  /** Hosts of all requests, the redirected ones too. Empty unless `keepsSeen`. */
  readonly hosts: readonly string[];
  /** The server's certificate of each handshake, valid or not. */
  readonly certificates: readonly PeerCertificate[];
  /** A request begins. Clears the record of the previous one. */
  sends(request: SentRequest): void;
  /** A ping, which has no phases: its time is that of the replies alone. `resolved`: the name of the address. */
  pings(address: string, resolved: SeenByCheck['resolved']): void;
  /** The head of a response was received. */
  answered(response: AnswerHead): void;
  /** A piece of the decompressed body. Called only if the response is recorded. */
  read(chunk: Buffer): void;
  /** A command ended with this output. */
  ran(output: string): void;
  /** The current phase has ended. */
  ended(phase: PhaseName): void;
}

const nothingSeen = (): SeenByCheck => ({
  request: null,
  resolved: null,
  remote: null,
  response: null,
  body: [],
  certificate: null,
  output: null,
});

const keptNothing: Readonly<SeenByCheck> = Object.freeze(nothingSeen());

/**
 * Begins now. `keepsSeen`: whether to record the response, with up to `mostBodyBytes`, in addition to the phases.
 */
export function createTrace(
  clock: Pick<Clock, 'monotonic'>,
  keepsSeen: boolean,
  mostBodyBytes: number = limits.evidenceBodyBytes,
): Trace {
  const phases: PhaseTimes = { ...noPhases };
  const seen: SeenByCheck = keepsSeen ? nothingSeen() : keptNothing;
  const certificates: PeerCertificate[] = [];
  const hosts: string[] = [];
  let bodyBytes = 0;
  let last = clock.monotonic();
  const ended = (phase: PhaseName): void => {
    const now = clock.monotonic();
    phases[phase] = (phases[phase] ?? 0) + Math.max(0, Math.round((now - last) * 1000));
    last = now;
  };
  return {
    phases,
    keepsSeen,
    seen,
    hosts,
    certificates,
    ended,
    sends(request) {
      if (!keepsSeen) return;
      Object.assign(seen, nothingSeen(), { request });
      hosts.push(request.url.host);
      bodyBytes = 0;
    },
    tries(address, port) {
      if (keepsSeen) seen.remote = { address, port };
    },
    pings(address, resolved) {
      if (keepsSeen) Object.assign(seen, { remote: { address, port: null }, resolved });
    },
    resolved(name, addresses) {
      ended('dns');
      if (keepsSeen) seen.resolved = { name, addresses };
    },
    connected(socket) {
      ended('connect');
      if (keepsSeen) seen.remote = remoteOf(socket);
    },
    secured(socket) {
      ended('tls');
      const certificate = certificateOf(socket);
      if (certificate) certificates.push(certificate);
      if (keepsSeen) seen.certificate = certificate;
    },
    ran(output) {
      if (keepsSeen) seen.output = output;
    },
    answered(response) {
      ended('first_byte');
      if (keepsSeen) seen.response = response;
    },
    read(chunk) {
      const left = mostBodyBytes - bodyBytes;
      if (left <= 0) return;
      // A copy, because a slice would keep the whole chunk in memory.
      seen.body.push(Buffer.from(chunk.subarray(0, left)));
      bodyBytes += Math.min(left, chunk.length);
    },
  };
}

const remoteOf = ({ remoteAddress, remotePort }: Socket): SeenByCheck['remote'] =>
  remoteAddress === undefined || remotePort === undefined ? null : { address: remoteAddress, port: remotePort };

function certificateOf(socket: TLSSocket): PeerCertificate | null {
  const certificate = socket.getPeerCertificate();
  return certificate && 'fingerprint256' in certificate ? certificate : null;
}
