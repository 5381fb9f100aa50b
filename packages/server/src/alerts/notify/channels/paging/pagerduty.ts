import { defaults } from '@upvigil/core/defaults';
import { z } from 'zod';
import type { MessageExtras, Outgoing, SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import { cutToFit } from '../../message/cut-text.ts';
import { plainAlerts, plainNote } from '../../message/fitting.ts';
import { facts, titleOf } from '../../message/message.ts';
import type { OwnChannelKind } from '../own-channel.ts';
import { type AnswerReading, parseBody, resultOfAnswer } from '../provider-result.ts';
import { pagingStep } from './paging-alert.ts';

/**
 * Characters. The limit of the summary is documented (https://developer.pagerduty.com/docs/send-alert-event); a whole
 * event has 512 KB.
 */
const most = { summary: 1_024, source: 1_024, detail: 8_000 } as const;
const cutTo = (text: string, length: number): string => cutToFit(text, { most: length, unit: 'characters' });

/** https://developer.pagerduty.com/docs/overview-service-regions */
const regions = {
  us: 'https://events.pagerduty.com',
  eu: 'https://events.eu.pagerduty.com',
} as const;

/** The payload of a problem or a note, in the PagerDuty Common Event Format. */
function payloadOf(outgoing: Outgoing) {
  if (outgoing.note !== null) {
    const { title, text } = outgoing.note;
    const said = { summary: cutTo(title, most.summary), source: defaults.productName, severity: 'info' };
    return { ...said, custom_details: { Text: cutTo(text, most.detail) } };
  }
  const [content] = outgoing.contents;
  if (!content) return null;
  const details = facts(content).map(({ label, value }) => [label, cutTo(value, most.detail)]);
  return {
    summary: titleOf(content, most.summary),
    source: cutTo(content.target, most.source),
    severity: content.severity,
    timestamp: new Date(content.created_at).toISOString(),
    group: content.website_name,
    class: content.alert_type,
    custom_details: Object.fromEntries(details),
  };
}

const linksOf = (outgoing: Outgoing, extras: MessageExtras) =>
  (outgoing.note === null ? plainAlerts(outgoing.contents, extras) : plainNote(outgoing.note)).links.map(
    ({ label, url }) => ({ href: url, text: label }),
  );

const actions = { open: 'trigger', acknowledge: 'acknowledge', close: 'resolve' } as const;

const answerSchema = z.object({
  status: z.string(),
  message: z.string().catch(''),
  errors: z.array(z.string()).catch([]),
});

const reading: AnswerReading = {
  words(body) {
    const answer = parseBody(answerSchema, body);
    return answer ? [answer.message, ...answer.errors].filter(Boolean).join('; ') : null;
  },
  isTaken: (body) => parseBody(answerSchema, body)?.status === 'success',
};

/** A wrong key can be corrected; other faults of an event are final. */
function resultOf(answer: ProviderAnswer): SendResult {
  const result = resultOfAnswer(answer, reading);
  const isAboutKey = result.outcome === 'give-up' && /routing[_ ]key/i.test(result.reason);
  return isAboutKey ? { outcome: 'retry', reason: result.reason } : result;
}

/**
 * Events API v2: https://developer.pagerduty.com/docs/events-api-v2-overview. One event for each alert, because each
 * problem is closed separately. PagerDuty accepts and drops events about an unknown key.
 */
export const pagerdutyKind: OwnChannelKind<'pagerduty'> = {
  name: 'pagerduty',
  isForProgram: true,
  capacity: () => 1,
  async send({ routing_key, region, base_url }, outgoing, { ask, extras }) {
    const step = pagingStep(outgoing, extras);
    if (step.action === null) return { outcome: 'give-up', reason: step.reason };
    const opening = { payload: payloadOf(outgoing), client: defaults.productName, client_url: extras.publicUrl };
    const answer = await ask({
      url: new URL(`${base_url || regions[region === 'eu' ? 'eu' : 'us']}/v2/enqueue`),
      method: 'POST',
      json: {
        routing_key,
        event_action: actions[step.action],
        dedup_key: step.key,
        ...(step.action === 'open' ? { ...opening, links: linksOf(outgoing, extras) } : {}),
      },
    });
    return resultOf(answer);
  },
};
