import { jsm } from '@upvigil/core/contract/channel-kinds/jsm';
import type { Severity } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import { z } from 'zod';
import type { MessageExtras, Outgoing } from '../../channel.ts';
import { cutToFit } from '../../message/cut-text.ts';
import { plainAlerts, plainBody, plainNote } from '../../message/fitting.ts';
import { facts, titleOf } from '../../message/message.ts';
import type { OwnChannelKind } from '../own-channel.ts';
import { type AnswerReading, parseBody, resultOfAnswer } from '../provider-result.ts';
import { pagingStep } from './paging-alert.ts';

/** Characters: https://docs.opsgenie.com/docs/alert-api#create-alert */
const most = { message: 130, description: 15_000, entity: 512, note: 25_000 } as const;
const cutTo = (text: string, length: number): string => cutToFit(text, { most: length, unit: 'characters' });

const priorities: Record<Severity, string> = { critical: 'P1', warning: 'P3' };
/** For messages without an alert: delivered, but wakes nobody when rules use the priority. */
const notePriority = 'P5';

function alertOf(outgoing: Outgoing, alias: string, extras: MessageExtras) {
  const [content] = outgoing.contents ?? [];
  const { note } = outgoing;
  const message = note === null ? plainAlerts(outgoing.contents, extras) : plainNote(note);
  const title = content ? titleOf(content, most.message) : message.title;
  const text = content
    ? [content.message, ...facts(content).map(({ label, value }) => `${label}: ${value}`)].join('\n')
    : message.text;
  return {
    message: cutTo(title, most.message),
    alias,
    description: plainBody({ ...message, text }, { most: most.description, unit: 'characters' }),
    source: defaults.productName,
    priority: content ? priorities[content.severity] : notePriority,
    ...(content ? { entity: cutTo(content.target, most.entity), tags: [content.alert_type] } : {}),
  };
}

/** An action on an existing alert, with its reason as a note. */
function changeOf(outgoing: Outgoing) {
  const [content] = outgoing.contents ?? [];
  const by = content?.acknowledged_by ? `acknowledged by ${content.acknowledged_by}` : content?.message;
  return { source: defaults.productName, ...(by ? { note: cutTo(by, most.note) } : {}) };
}

const errorSchema = z.object({ message: z.string(), errors: z.record(z.string(), z.string()).catch({}) });

/**
 * A 429 names the period of the key's limit, 1 or 60 s: https://docs.opsgenie.com/docs/api-rate-limiting. All other
 * requests are answered before they are processed.
 */
const reading: AnswerReading = {
  words(body) {
    const answer = parseBody(errorSchema, body);
    return answer ? [answer.message, ...Object.values(answer.errors)].join(' ') : null;
  },
  isTaken: (body) => parseBody(z.object({ requestId: z.string() }), body) !== null,
  finalStatuses: [404],
  retryAfterSeconds(_body, headers) {
    const period = headers['x-ratelimit-period-in-sec'];
    return typeof period === 'string' && /^\d{1,5}$/.test(period) ? Number(period) : null;
  },
};

/**
 * Alerts of Jira Service Management, and of Opsgenie with the same interface:
 * https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events/. One for each
 * alert, acknowledged and closed by its alias.
 */
export const jsmKind: OwnChannelKind<'jsm'> = {
  name: 'jsm',
  isForProgram: true,
  capacity: () => 1,
  async send({ api_key, base_url }, outgoing, { ask, extras }) {
    const step = pagingStep(outgoing, extras);
    if (step.action === null) return { outcome: 'give-up', reason: step.reason };
    const alerts = `${base_url || jsm.fields.base_url.initial}/v2/alerts`;
    const isOpening = step.action === 'open';
    const change = `/${encodeURIComponent(step.key)}/${step.action}?identifierType=alias`;
    const answer = await ask({
      url: new URL(isOpening ? alerts : alerts + change),
      method: 'POST',
      headers: { authorization: `GenieKey ${api_key}` },
      json: isOpening ? alertOf(outgoing, step.key, extras) : changeOf(outgoing),
    });
    return resultOfAnswer(answer, reading);
  },
};
