import type { SendStep } from '@upvigil/core/contract/settings';
import type { SendResult } from '../channel.ts';
import { failureReason } from '../failure-reason.ts';

/** The fields of nodemailer's errors that are read here. */
interface SmtpError extends Error {
  code?: string | undefined;
  originalCode?: string | undefined;
  /** The server's reply. */
  response?: string | undefined;
  /** The SMTP command that failed. */
  command?: string | undefined;
  /** True when the server refused permanently (5xx, RFC 5321, section 4.2.1). Absent without a reply of the server. */
  permanent?: boolean | undefined;
  recipient?: string | undefined;
  rejectedErrors?: SmtpError[] | undefined;
  timeoutType?: string | undefined;
}

/** The fields read when one or more recipients accepted the message. */
export interface AcceptedMail {
  rejectedErrors?: SmtpError[] | undefined;
}

/**
 * The result when a recipient accepted it. Names permanently refused recipients; temporarily refused ones get a
 * retry.
 */
export function resultOfAccepted({ rejectedErrors = [] }: AcceptedMail): SendResult {
  const final = rejectedErrors.filter(({ permanent }) => permanent);
  const later = rejectedErrors.filter(({ permanent }) => !permanent);
  const [firstLater] = later;
  return {
    outcome: 'sent',
    reason:
      final.length === 0 ? null : final.map((error) => `${error.recipient} refused: ${wordsOf(error)}`).join('; '),
    ...(firstLater ? { retryFor: { recipient: recipients(later), reason: wordsOf(firstLater) } } : {}),
  };
}

/**
 * The result when no recipient accepted it. Only a permanent refusal of the recipients or the message ends the
 * attempts: a wrong login, sender or certificate can be corrected between them.
 */
export function resultOfError(thrown: unknown, signal: AbortSignal): SendResult {
  const error = thrown as SmtpError;
  return { ...refusal(error, signal), step: stepOf(error) };
}

/** Codes of Node's TLS errors: 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'. */
const tlsCodes = /CERT|TLS|SSL|UNABLE_TO_VERIFY/;
const steps: Readonly<Record<string, SendStep>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
  STARTTLS: 'tls',
};

function stepOf({ code = '', originalCode = code, command = '' }: SmtpError): SendStep {
  if (code === 'ETLS' || tlsCodes.test(originalCode)) return 'tls';
  if (code === 'EAUTH' || command.startsWith('AUTH')) return 'sign_in';
  return steps[command] ?? (code === 'EMESSAGE' ? 'message' : 'connect');
}

function refusal(error: SmtpError, signal: AbortSignal): Exclude<SendResult, { outcome: 'sent' }> {
  if (error.response === undefined) return { outcome: 'retry', reason: connectionReason(error, signal) };
  const reason = wordsOf(error);
  if (error.permanent && error.command === 'RCPT TO') return { outcome: 'give-up', reason };
  if (error.permanent && error.code === 'EMESSAGE') return { outcome: 'give-up', reason, isAboutContent: true };
  return { outcome: 'retry', reason };
}

const recipients = (errors: readonly SmtpError[]): string =>
  errors.flatMap(({ recipient }) => (recipient ? [recipient] : [])).join(', ');

const wordsOf = ({ code, response, message }: SmtpError): string =>
  code === 'ETLS' ? `${reasons.ETLS}: ${response}` : (response ?? message);

const reasons: Readonly<Record<string, string>> = {
  ETLS: 'TLS could not be negotiated with the SMTP server',
  EPROTOCOL: 'the SMTP server did not answer with SMTP',
  ETIMEDOUT: 'the SMTP server did not answer in time',
  ECONNECTION: 'the SMTP server closed the connection',
  EAUTH: 'the SMTP server offers no supported sign-in method',
};

function connectionReason(error: SmtpError, signal: AbortSignal): string {
  if (error.originalCode !== undefined) {
    return failureReason(Object.assign(new Error(error.message), { code: error.originalCode }), signal);
  }
  return reasons[error.code ?? ''] ?? failureReason(error, signal);
}
