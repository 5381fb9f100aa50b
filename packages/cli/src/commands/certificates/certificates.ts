import { limits } from '@upvigil/core/limits';
import { defineCommand } from '../../command.ts';
import { numberOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { judgeCertificates } from './judge-certificates.ts';

const usualDays = 14;

export const certificates = defineCommand({
  path: ['certificates'],
  summary: 'show the certificates of all monitors, and which expire soon',
  description:
    'Shows the certificates that servers show to monitors, the soonest to expire first.\n\nIt is a monitoring plugin: 0 when all is fine, 1 when one expires within --days, 2 when one has expired, 3 when none is known. In a pipe the first line is the summary, each other line one certificate.',
  examples: [
    { command: 'upvigil certificates', about: 'All certificates with the days that are left' },
    { command: 'upvigil certificates --days 30', about: 'Warn a month before' },
    {
      command:
        '0 8 * * * upvigil certificates --days 21 >/tmp/certs.txt || mail -s certificates ops@example.org </tmp/certs.txt',
      about: 'In a crontab: mail what expires within three weeks',
    },
  ],
  arguments: {},
  options: {
    days: numberOption(
      '--days <n>',
      'warn when one expires within so many days',
      { min: 1, max: limits.expiryDays.max },
      usualDays,
    ),
  },
  exitCodes: 'plugin',
  json: 'the array of certificates with their monitors',
  async run(context, { days }) {
    const { api } = await context.connect('admin');
    const list = await api.certificates.list();
    const { code, sentence } = judgeCertificates(list, days);
    if (context.form === 'json') context.terminal.print(toJson(list));
    else await (await import('./show-certificates.ts')).showCertificates(context, list, code, sentence);
    return code;
  },
});
