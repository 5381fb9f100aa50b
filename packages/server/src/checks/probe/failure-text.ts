import { foreignText } from '@upvigil/core/format/foreign-text';
import { limits } from '@upvigil/core/limits';
import type { Measurement, ProbeOutcome } from '../../base/domain/check.ts';
import { AddressFamilyError } from './dialing/address-family.ts';
import { CertificateError } from './dialing/certificate-error.ts';
import { ProxiedTargetError, proxySteps } from './dialing/proxies/proxy-errors.ts';
import { fault, faultOf, isSystemError, mostSpecificError, type SystemError } from './faults.ts';
import { TargetFailure } from './target-failure.ts';

export const nothingMeasured: Measurement = {
  response_time_us: null,
  status_code: null,
  metadata_found: null,
  packet_loss: null,
};

/** An outcome of a target that is down, with the cause in words. */
export const down = (reason: string, measured: Partial<Measurement> = {}): ProbeOutcome => ({
  outcome: 'down',
  reason: foreignText(reason),
  ...nothingMeasured,
  ...measured,
});

/** As `down`, for a target that sent nothing in time. */
export const silent = (reason: string, measured: Partial<Measurement> = {}): ProbeOutcome => ({
  ...(down(reason, measured) as Extract<ProbeOutcome, { outcome: 'down' }>),
  is_unanswered: true,
});

/** Error codes of a silent target: nothing answered, except perhaps a router on the path. */
const silentCodes: ReadonlySet<string> = new Set([
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EACCES', 'EPERM', 'ENAMESERVER'],
  // A proxy's report about a target is not an answer of the target: the proxy may answer while Upvigil is offline.
  'EPROXIEDTARGET',
]);

/** Converts an error into an outcome: the target is down with a reason, or a fault of this machine. */
export function outcomeOfError(error: unknown): ProbeOutcome {
  const cause = mostSpecificError(error);
  const isSilent = isSystemError(cause) && silentCodes.has(cause.code);
  const outcome = faultOf(cause) ?? (isSilent ? silent : down)(failureText(cause));
  return outcome.outcome === 'down' && isTlsFailure(cause) ? { ...outcome, tls_failed: true } : outcome;
}

/** Whether the target speaks TLS, but its certificate or the handshake failed. */
const isTlsFailure = (error: unknown): boolean =>
  error instanceof CertificateError ||
  (isSystemError(error) && error.code.startsWith('ERR_SSL_') && !plainAnswerCodes.has(error.code));

/** Codes of an answer that is not TLS, such as one of HTTP. */
const plainAnswerCodes: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);

/** 'timed out after 10 s while connecting'. */
export const timeoutText = (timeoutSeconds: number, step: string): string =>
  `timed out after ${timeoutSeconds} s while ${step}`;

/**
 * The outcome of a timeout. A timeout in the lookup is a fault of the resolver; if the resolver answers other names,
 * the step has another name. A timeout in a step of the proxy is a fault of the proxy.
 */
export function timedOut(timeoutSeconds: number, step: string): ProbeOutcome {
  const text = timeoutText(timeoutSeconds, step);
  if (step === 'looking up the name') return fault('resolver', text);
  return proxySteps.some((each) => each === step) ? fault('proxy', text) : silent(text);
}

/** A failure of the target in words. */
export function failureText(error: unknown): string {
  if (error instanceof CertificateError) return certificateText(error);
  if (error instanceof ProxiedTargetError || error instanceof AddressFamilyError) return error.message;
  if (error instanceof TargetFailure) return error.message;
  if (!isSystemError(error)) return 'connection failed';
  const { code, has_route } = error;
  return (has_route ? routerTexts[code] : undefined) ?? textByCode[code] ?? textByPrefix(error);
}

/** For errors that a router on the path reported. */
const routerTexts: Readonly<Record<string, string>> = {
  ENETUNREACH: 'network unreachable: a router on the way has no route',
  EACCES: 'a router on the way does not permit the connection',
};

const bodyNotDecompressed = 'body could not be decompressed';

const textByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'DNS name not found',
  ENODATA: 'DNS name has no address',
  EAI_NODATA: 'DNS name has no address',
  EAI_NONAME: 'DNS name not found',
  ENAMESERVER: 'DNS name could not be looked up: its name server fails or does not answer',
  ECONNREFUSED: 'connection refused',
  ECONNABORTED: 'connection aborted',
  EPIPE: 'connection closed by the target',
  ETIMEDOUT: 'timed out while connecting',
  EHOSTUNREACH: 'host unreachable',
  EHOSTDOWN: 'host unreachable',
  EADDRREFUSED: 'link-local and cloud metadata addresses are never opened',
  EBODYTOOLARGE: `body inflates to more than ${limits.inflatedBodyBytes / 2 ** 20} MiB`,
  EBODYTOOLONG: `body is longer than ${limits.inflatedBodyBytes / 2 ** 20} MiB`,
  EENCODINGS: 'body is compressed too many times over',
  EUNREADABLEBODY: bodyNotDecompressed,
  EHEADTOOLARGE: 'answer headers are too large',
  HPE_HEADER_OVERFLOW: 'answer headers are too large',
  ERR_STREAM_PREMATURE_CLOSE: 'connection closed before the answer was complete',
  ERR_SSL_WRONG_VERSION_NUMBER: 'TLS handshake failed: the service does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'TLS handshake failed: the service does not speak TLS',
};

function textByPrefix(error: SystemError): string {
  const { code } = error;
  // Without a system call, Node reports this code for a connection that the peer closed regularly.
  if (code === 'ECONNRESET')
    return error.syscall ? 'connection reset' : 'connection closed before the answer was complete';
  if (code.startsWith('HPE_')) return 'answer is not valid HTTP';
  if (code.startsWith('ERR_SSL_')) return `TLS handshake failed: ${sslReason(code)}`;
  if (code === 'EPROTO') return 'TLS handshake failed';
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) {
    return bodyNotDecompressed;
  }
  return `connection failed (${code})`;
}

/** ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED → 'the target sent the alert "certificate required"'. */
function sslReason(code: string): string {
  const reason = code.slice('ERR_SSL_'.length).toLowerCase().replaceAll('_', ' ');
  // OpenSSL's prefix is the version that introduced the alert, not the version of the connection.
  const [, alert] = /^(?:sslv3|tlsv1|tlsv13|ssl\/tls) alert (.+)$/.exec(reason) ?? [];
  return alert === undefined ? reason : `the target sent the alert "${alert}"`;
}

function certificateText({ code, issuer, validFrom, validTo }: CertificateError): string {
  const which = issuer ? `certificate of the ${issuer.role} "${issuer.name}"` : 'certificate';
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return validTo === null ? 'certificate of the chain has expired' : `${which} expired on ${validTo}`;
    case 'CERT_NOT_YET_VALID':
      return validFrom === null
        ? 'certificate of the chain is not valid yet'
        : `${which} is not valid before ${validFrom}`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'certificate is not valid for the host name';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return 'self-signed certificate';
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'self-signed certificate in the chain';
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'certificate issuer is unknown or the chain is incomplete';
    case 'CERT_REVOKED':
      return 'certificate was revoked';
    default:
      return `certificate could not be verified (${code})`;
  }
}
