import { describe, expect, it } from 'vitest';
import { resultOfAccepted, resultOfError } from './email-result.ts';

const running = new AbortController().signal;
const failed = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);
const refusal = (recipient: string, response: string, permanent: boolean) => failed({ recipient, response, permanent });

describe('a mail that a recipient accepted', () => {
  it('is sent', () => {
    expect(resultOfAccepted({})).toEqual({ outcome: 'sent', reason: null });
  });

  it('names permanently refused recipients, and is retried for temporarily refused ones', () => {
    const rejectedErrors = [
      refusal('a@example.com', '550 no such user', true),
      refusal('b@example.com', '451 greylisted', false),
      refusal('c@example.com', '550 gone', true),
      refusal('d@example.com', '452 full', false),
    ];
    expect(resultOfAccepted({ rejectedErrors })).toEqual({
      outcome: 'sent',
      reason: 'a@example.com refused: 550 no such user; c@example.com refused: 550 gone',
      retryFor: { recipient: 'b@example.com, d@example.com', reason: '451 greylisted' },
    });
  });
});

describe('a mail that no recipient accepted', () => {
  const outcomeOf = (fields: object) => resultOfError(failed(fields), running);

  it('is given up when the recipients or the message were refused permanently', () => {
    const refused = { permanent: true, response: '550 no' };
    expect(outcomeOf({ ...refused, command: 'RCPT TO' })).toEqual({
      outcome: 'give-up',
      reason: '550 no',
      step: 'recipient',
    });
    expect(outcomeOf({ ...refused, code: 'EMESSAGE' })).toEqual({
      outcome: 'give-up',
      reason: '550 no',
      isAboutContent: true,
      step: 'message',
    });
  });

  it('is retried when sender, login or certificate are at fault, which can be corrected', () => {
    const steps = { 'MAIL FROM': 'sender', 'AUTH PLAIN': 'sign_in', CONN: 'connect' };
    for (const [command, step] of Object.entries(steps)) {
      expect(outcomeOf({ permanent: true, response: '535 no', command })).toEqual({
        outcome: 'retry',
        reason: '535 no',
        step,
      });
    }
    expect(outcomeOf({ permanent: false, response: '450 later', command: 'RCPT TO' }).outcome).toBe('retry');
  });

  it.each([
    [{ code: 'ETIMEDOUT' }, 'the SMTP server did not answer in time', 'connect'],
    [{ code: 'EPROTOCOL' }, 'the SMTP server did not answer with SMTP', 'connect'],
    [{ code: 'ECONNECTION', originalCode: 'ECONNREFUSED', syscall: 'connect' }, 'connection refused', 'connect'],
    [{ code: 'ETLS', response: '454 no' }, 'TLS could not be negotiated with the SMTP server: 454 no', 'tls'],
  ])('for %j has a readable reason, and the step that failed', (fields, reason, step) => {
    expect(outcomeOf(fields)).toEqual({ outcome: 'retry', reason, step });
  });

  it('that was cancelled has the reason of the cancellation', () => {
    const signal = AbortSignal.abort(new Error('no answer within 30 s'));
    expect(resultOfError(failed({ code: 'EODD' }), signal)).toEqual({
      outcome: 'retry',
      reason: 'no answer within 30 s',
      step: 'connect',
    });
  });
});
