import type { Alert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { unacknowledged } from '@upvigil/core/status/outages';
import { commandMessages } from '@upvigil/core/texts/alerts';
import { hourMs } from '@upvigil/core/time';
import { failureSentence } from '../failures.ts';
import { hourMinute } from '../output/times.ts';
import { type ActionTools, statusLine } from './action-tools.ts';
import type { Question } from './view-state.ts';

const { acknowledge: words, silence } = commandMessages;

/** Acknowledges one alert and reports it. Never throws. */
export async function acknowledge(id: number, { api, dispatch, refresh }: ActionTools): Promise<void> {
  try {
    await api.alerts.acknowledge({ params: { alertId: id }, body: { note: '' } });
    dispatch(statusLine(`${words.done(1)} #${id}`, 'good'));
  } catch (error) {
    dispatch(statusLine(`${words.failed}: ${failureSentence(error)}`, 'bad'));
  }
  refresh();
}

/** The question before all open alerts are acknowledged; null if all are acknowledged. */
export function acknowledgeAllQuestion(open: readonly Alert[]): Extract<Question, { ids: unknown }> | null {
  const ids = unacknowledged(open).map(({ id }) => id);
  return ids.length === 0 ? null : { about: 'acknowledge-all', ids, text: words.confirmAll(ids.length) };
}

/** Acknowledges only the alerts in the question: the person has not seen newer ones. Resolves with a sentence. */
export async function acknowledgeThese(ids: readonly number[], { api }: Pick<ActionTools, 'api'>): Promise<string> {
  let count = 0;
  for (let from = 0; from < ids.length; from += limits.acknowledgedAtOnce) {
    const some = ids.slice(from, from + limits.acknowledgedAtOnce);
    count += (await api.alerts.acknowledgeAll({ body: { ids: some, note: '' } })).acknowledged;
  }
  return words.done(count);
}

/** Mutes a monitor for an hour and reports the end. Never throws. */
export async function muteMonitor(
  monitor_id: number | null,
  { api, dispatch, refresh, now }: ActionTools,
): Promise<void> {
  try {
    const until = new Date(now() + defaults.muteHours * hourMs).toISOString();
    const made = await api.silences.create({ body: { monitor_id, until } });
    const name = made.monitor_name ?? made.website_name;
    dispatch(statusLine(silence.made(name, hourMinute(made.until)), 'good'));
  } catch (error) {
    dispatch(statusLine(`${silence.failed}: ${failureSentence(error)}`, 'bad'));
  }
  refresh();
}
