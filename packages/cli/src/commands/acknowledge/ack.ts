import type { ApiClient } from '@upvigil/core/api-client';
import { limits } from '@upvigil/core/limits';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { unacknowledged } from '@upvigil/core/routing/unacknowledged';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { failureSentence, UsageError } from '../../failures.ts';
import { flagOption, idsArgument, textOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

/** What became of the alerts. */
interface Acknowledged {
  /** How many are acknowledged by this. */
  acknowledged: number;
  failed: { id: number; detail: string }[];
}

export const ack = defineCommand({
  path: ['ack'],
  summary: 'acknowledge alerts: somebody takes care',
  description:
    'Acknowledges alerts: they are not escalated and not told again, and their recovery is told as always. With --all every open alert that nobody has acknowledged.\n\nAlerts that are over, or not there, are named on stderr; all others are acknowledged, and it ends with 1.',
  examples: [
    {
      command: 'upvigil ack 412 413 --note "disk is being replaced"',
      about: 'Two alerts; upvigil alerts --json has the ids',
    },
    { command: 'upvigil ack --all', about: 'All that are open' },
    {
      command: '0 22 * * 5 upvigil ack --all --note "weekend shift has seen them"',
      about: 'In a crontab: at the end of the week',
    },
  ],
  arguments: { ids: idsArgument('[id...]', 'ids of alerts') },
  options: {
    all: flagOption('--all', 'every open alert that nobody has acknowledged'),
    note: textOption('--note <text>', 'why, or who takes care; it stands with the alert'),
  },
  exitCodes: 'plain',
  json: 'an object with acknowledged, the number of alerts, and failed, an array of id and detail',
  async run(context, { ids, all, note }) {
    if (all === ids.length > 0) throw new UsageError('Either the ids of alerts or --all is required');
    const { api } = await context.connect('admin');
    const { terminal, form } = context;
    const result = all ? await acknowledgeAll(api, note ?? '') : await acknowledgeEach(api, ids, note ?? '');
    if (form === 'json') terminal.print(toJson(result));
    else if (form === 'pipe') terminal.print(String(result.acknowledged));
    else terminal.print(sentenceOf(result, all));
    if (form !== 'json') for (const { detail } of result.failed) terminal.say(`upvigil: ${detail}`);
    return result.failed.length > 0 ? exitCodes.failed : exitCodes.done;
  },
});

const sentenceOf = ({ acknowledged }: Acknowledged, all: boolean): string =>
  all && acknowledged === 0 ? tellingMessages.acknowledge.none : tellingMessages.acknowledge.done(acknowledged);

async function acknowledgeAll(api: ApiClient, note: string): Promise<Acknowledged> {
  const ids = unacknowledged(await api.alerts.listOpen()).map(({ id }) => id);
  const most = limits.acknowledgedAtOnce;
  let acknowledged = 0;
  for (let from = 0; from < ids.length; from += most) {
    const answer = await api.alerts.acknowledgeAll({ body: { ids: ids.slice(from, from + most), note } });
    acknowledged += answer.acknowledged;
  }
  return { acknowledged, failed: [] };
}

/** One after the other, so that each that cannot be has its reason. @throws whatever is not about one alert */
async function acknowledgeEach(api: ApiClient, ids: readonly number[], note: string): Promise<Acknowledged> {
  const failed: Acknowledged['failed'] = [];
  for (const id of ids) {
    await api.alerts.acknowledge({ params: { alertId: id }, body: { note } }).catch((error: unknown) => {
      if (!isOfOneAlert(error)) throw error;
      failed.push({ id, detail: failureSentence(error) });
    });
  }
  return { acknowledged: ids.length - failed.length, failed };
}

const isOfOneAlert = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ApiError' && 'status' in error && [404, 409].includes(Number(error.status));
