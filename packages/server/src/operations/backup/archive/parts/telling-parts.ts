import { deliveryStatuses } from '@upvigil/core/contract/alerts';
import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import { noticeKinds } from '@upvigil/core/contract/notices';
import { reportInput } from '@upvigil/core/contract/reports';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { limits } from '@upvigil/core/limits';
import { z } from 'zod';
import { archivedSecrets } from '../../../../storage/settings/secrets/monitor-secrets.ts';
import { installationKeys } from '../../installation-keys.ts';
import { bySchema, count, flag, id, jsonOf, nullable, oneOf, text, textUpTo, time } from '../part-columns.ts';
import { channelProblem, deliveryProblem, settingProblem } from '../row-values.ts';
import { type BackupTable, defineTable } from './backup-table.ts';

/** By whom people are told, of what besides alerts, and the settings. */
export const tellingParts: readonly BackupTable[] = [
  defineTable('channels', {
    key: ['id'],
    problem: channelProblem,
    references: {},
    columns: {
      id,
      kind: oneOf(deliveryChannels),
      name: textUpTo(limits.channelName),
      enabled: flag,
      config: text,
      secrets: nullable(jsonOf(archivedSecrets)),
      created_at: time,
    },
  }),
  defineTable('channel_states', {
    key: ['ref'],
    references: {},
    columns: {
      ref: text,
      last_sent_at: nullable(time),
      failures: count,
      failing_since: nullable(time),
      last_error: nullable(text),
    },
  }),
  defineTable('messages', {
    key: ['id'],
    problem: deliveryProblem,
    references: {},
    columns: {
      id,
      purpose: oneOf(['drill', 'notice', 'report', 'announcement']),
      subject_id: nullable(id),
      channel: oneOf(deliveryChannels),
      channel_id: nullable(id),
      channel_name: nullable(text),
      recipient: nullable(text),
      content: jsonOf(z.unknown()),
      status: oneOf(deliveryStatuses),
      reason: nullable(text),
      attempts: count,
      created_at: time,
      next_attempt_at: nullable(time),
      sent_at: nullable(time),
      lease_owner: nullable(text),
      lease_until: nullable(time),
    },
  }),
  defineTable('silences', {
    key: ['id'],
    references: { website_id: 'websites', monitor_id: 'monitors' },
    columns: {
      id,
      website_id: nullable(id),
      monitor_id: nullable(id),
      until: time,
      reason: textUpTo(limits.silenceReason),
      created_at: time,
    },
  }),
  defineTable('drills', {
    key: ['id'],
    references: {},
    columns: {
      id,
      ref: text,
      recipient: nullable(text),
      sent_at: time,
      repeated_at: nullable(time),
      confirmed_at: nullable(time),
    },
  }),
  defineTable('notices', {
    key: ['id'],
    references: {},
    columns: { id, kind: oneOf(noticeKinds), subject: text, message: text, began_at: time, ended_at: nullable(time) },
  }),
  defineTable('reports', {
    key: ['id'],
    references: {},
    columns: {
      id,
      content: jsonOf(reportInput),
      next_at: nullable(time),
      last_sent_at: nullable(time),
      last_error: nullable(text),
    },
  }),
  defineTable('settings', {
    key: ['key'],
    problem: settingProblem,
    references: {},
    columns: {
      key: bySchema(
        text.schema.refine((key) => !installationKeys.has(key), {
          error: 'belongs to the installation, and no backup holds it',
        }),
      ),
      value: text,
    },
  }),
  defineTable('slack_settings', {
    key: ['website_id'],
    references: { website_id: 'websites' },
    columns: { website_id: id, value: jsonOf(slackSettingsSchema) },
  }),
];
