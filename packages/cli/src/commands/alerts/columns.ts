import { alertTone } from '@upvigil/core/alert-types';
import type { Alert } from '@upvigil/core/contract/alerts';
import { roleOfTone } from '../../output/paint.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

const told = (isSent: boolean): string => (isSent ? 'sent' : '-');

export const alertColumns: readonly Column<Alert>[] = [
  { header: 'TIME', text: ({ created_at }) => dayAndTime(created_at), raw: ({ created_at }) => created_at },
  {
    header: 'TYPE',
    text: ({ alert_type }) => alert_type,
    role: ({ alert_type }) => roleOfTone(alertTone(alert_type)),
  },
  { header: 'WEBSITE', text: ({ website_name }) => website_name, shrinkTo: 8, dropOrder: 4 },
  { header: 'MESSAGE', text: ({ message }) => message, shrinkTo: 30 },
  { header: 'EMAIL', text: ({ email_sent }) => told(email_sent), dropOrder: 1 },
  { header: 'SMS', text: ({ sms_sent }) => told(sms_sent), dropOrder: 2 },
  { header: 'SLACK', text: ({ slack_sent }) => told(slack_sent), dropOrder: 3 },
];
