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
  /** Removes the secrets of the monitor from a text: its target may return them too. */
  removeSecrets: RemoveSecrets;
}

/** The record of a check, of its last request. */
export interface SeenByCheck {
  request: SentRequest | null;
  resolved: { name: string; addresses: readonly LookupAddress[] } | null;
  /** The address of the connection, or of the last attempt; without a port for a ping. */
  remote: { address: string; port: number | null } | null;
  response: AnswerHead | null;
  /** The first 2 KB at most, decompressed. */
  body: Buffer[];
  certificate: PeerCertificate | null;
}

/**
 * Follows one check: where its time goes, and what it sees. Phases follow each other without a gap, so that together they
 * are the time of the check up to the last one that ended; those of all redirects are summed.
 */
export interface Trace extends DialTrace {
  readonly phases: Readonly<PhaseTimes>;
  /** Empty unless the trace keeps it. */
  readonly seen: Readonly<SeenByCheck>;
  /** Of each handshake, whether it is good or not: what the server showed. */
  readonly certificates: readonly PeerCertificate[];
  /** A request begins; what was seen of the one before is forgotten. */
  sends(request: SentRequest): void;
  /** An address is pinged: no phases, its time is that of the replies alone. `resolved`: the name of the address. */
  pings(address: string, resolved: SeenByCheck['resolved']): void;
  /** The head of an answer is there. */
  answered(response: AnswerHead): void;
  /** A piece of the body, decompressed, where what is seen is kept. */
  read(chunk: Buffer): void;
  /** The phase that ran has ended. */
  ended(phase: PhaseName): void;
}

const nothingSeen = (): SeenByCheck => ({
  request: null,
  resolved: null,
  remote: null,
  response: null,
  body: [],
  certificate: null,
});

const keptNothing: Readonly<SeenByCheck> = Object.freeze(nothingSeen());

/** Begins now. `keepsSeen`: whether what is seen is kept, and not the phases alone. */
export function createTrace(clock: Pick<Clock, 'monotonic'>, keepsSeen: boolean): Trace {
  const phases: PhaseTimes = { ...noPhases };
  const seen: SeenByCheck = keepsSeen ? nothingSeen() : keptNothing;
  const certificates: PeerCertificate[] = [];
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
    certificates,
    ended,
    sends(request) {
      if (!keepsSeen) return;
      Object.assign(seen, nothingSeen(), { request });
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
    answered(response) {
      ended('first_byte');
      if (keepsSeen) seen.response = response;
    },
    read(chunk) {
      const left = limits.evidenceBodyBytes - bodyBytes;
      if (left <= 0) return;
      // A copy: a part of a chunk would keep all of it.
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
