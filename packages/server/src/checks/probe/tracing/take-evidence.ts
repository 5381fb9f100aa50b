import type { PeerCertificate } from 'node:tls';
import type { NamedValue } from '@upvigil/core/contract/evidence';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import {
  isSecretName,
  removedSecret,
  withoutSecretMembers,
  withoutSecretParameters,
} from '@upvigil/core/contract/secrets/secret-names';
import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import { stripControls } from '@upvigil/core/format/foreign-text';
import type { FinishedCheck, TakenEvidence } from '../../../base/domain/check.ts';
import { wirePhases } from '../../../base/domain/phases.ts';
import { charsetOfBody, decoderOf } from '../charset.ts';
import { headerValuesOf } from '../http1/answer-head.ts';
import type { RemoveSecrets } from './remove-secrets.ts';
import type { SeenByCheck, SentRequest, Trace } from './trace.ts';

/** Limits of a recorded response: characters of header values, and numbers of items. */
const longestValue = 1000;
const mostHeaders = 60;
const mostAddresses = 16;
const mostNames = 20;

/** Control characters that must not reach a page or a terminal. Keeps line ends and tabs. */
const bodyControls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The recorded part of a body, decoded. May hold secrets. */
export function bodyText({ body, response }: Pick<SeenByCheck, 'body' | 'response'>): string {
  const bytes = Buffer.concat(body);
  const contentType = response ? headerValuesOf(response, 'content-type')[0] : undefined;
  return decoderOf(charsetOfBody(contentType, bytes)).decode(bytes);
}

/** The recorded response of a check: without secrets, and within the limits of a document. */
export function takeEvidence(
  check: Pick<FinishedCheck, 'is_up' | 'error_message' | 'response_time_us' | 'packet_loss'>,
  { phases, seen }: Pick<Trace, 'phases' | 'seen'>,
): TakenEvidence {
  const { request, resolved, remote, response, certificate } = seen;
  const removeSecrets: RemoveSecrets = request?.removeSecrets ?? ((text) => text);
  return {
    is_up: check.is_up,
    error_message: check.error_message && removeSecrets(check.error_message),
    request: request && requestOf(request),
    resolved: resolved && {
      name: resolved.name,
      addresses: resolved.addresses.slice(0, mostAddresses).map(({ address }) => address),
    },
    address: remote && formatHostPort(remote.address, remote.port),
    response_time: check.response_time_us === null ? null : check.response_time_us / 1e6,
    phases: wirePhases(phases),
    status_line: response && foreign(removeSecrets(`HTTP/${response.version} ${response.status} ${response.reason}`)),
    headers: response ? headersOf(response.headers, removeSecrets) : [],
    body: response && bodyOf(seen, removeSecrets),
    output: seen.output?.replace(bodyControls, '\ufffd') ?? null,
    certificate: certificate && certificateOf(certificate),
    packet_loss: check.packet_loss,
    location: null,
  };
}

const requestOf = ({ method, url, headers, removeSecrets }: SentRequest): TakenEvidence['request'] => ({
  method,
  url: foreign(removeSecrets(shownAddress(url.href, 'public'))),
  headers: headersOf(headers, removeSecrets),
});

const foreign = (text: string): string => stripControls(text).slice(0, longestValue);

const headersOf = (headers: readonly (readonly [string, string])[], removeSecrets: RemoveSecrets): NamedValue[] =>
  headers.slice(0, mostHeaders).map(([name, value]) => ({
    name: foreign(name).slice(0, 200),
    // Many headers contain addresses: location, link, refresh, content-security-policy.
    value: isSecretName(name) ? removedSecret : foreign(withoutSecretParameters(removeSecrets(value))),
  }));

function bodyOf(seen: SeenByCheck, removeSecrets: RemoveSecrets): string {
  const text = bodyText(seen).replace(bodyControls, '\ufffd');
  return withoutSecretParameters(withoutSecretMembers(removeSecrets(text)));
}

function certificateOf(certificate: PeerCertificate): TakenEvidence['certificate'] {
  const { subject, issuer, subjectaltname, fingerprint256 } = certificate;
  return {
    subject: foreign(nameOf(subject)),
    names: (subjectaltname ?? '').split(', ').filter(Boolean).slice(0, mostNames).map(foreign),
    issuer: foreign(nameOf(issuer)),
    valid_from: timeOf(certificate.valid_from),
    valid_to: timeOf(certificate.valid_to),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

/** A field may occur several times. */
const nameOf = (name: Partial<Record<string, string | string[]>> | undefined): string =>
  [name?.CN ?? name?.O ?? []].flat().join(', ');

function timeOf(text: string): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
