import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import { failureReason } from '../../../alerts/notify/failure-reason.ts';
import { askProvider } from '../../../alerts/notify/http-request.ts';
import { readSlackSettings } from '../../../storage/settings/slack-settings-store.ts';
import {
  type Diagnostic,
  type DiagnosticTools,
  type Finding,
  fail,
  ok,
  skipped,
  warn,
  withStorage,
} from '../diagnostic.ts';
import { readWebsiteNames } from '../diagnostics-store.ts';
import { diagnosticThresholds } from '../thresholds.ts';

/** Concurrent requests. */
const atOnce = 8;
const remedy = 'Make a new incoming webhook in Slack, and enter it at the website under Slack Integration';

/**
 * Posts an empty payload to each webhook. Slack refuses it, so no message is sent, and the refusal shows whether the
 * webhook is valid.
 */
export const slack = {
  id: 'slack',
  title: 'Slack webhooks',
  run: (tools, { patience: signal }) =>
    withStorage(tools, async ({ db }) => {
      const names = await readWebsiteNames(db);
      const settings = await readSlackSettings(db, [...names.keys()]);
      const webhooks = new Map<string, string>();
      for (const [id, { enabled, webhook_url }] of settings)
        if (enabled && canParseUrl(webhook_url))
          webhooks.set(webhook_url, webhooks.get(webhook_url) ?? names.get(id) ?? '');
      if (webhooks.size === 0) return skipped('Not set up: no website has a webhook that is enabled');
      const asked = [...webhooks].slice(0, diagnosticThresholds.slackWebhooks);
      const { run } = limitConcurrency(atOnce);
      const states = await Promise.all(
        asked.map(([address, website]) => run(() => stateOf(tools, new URL(address), website, signal), signal)),
      );
      return findingOf(states, webhooks.size);
    }),
} as const satisfies Diagnostic;

interface WebhookState {
  /** Null for a valid webhook. */
  trouble: 'warn' | 'fail' | null;
  message: string;
}

/** Statuses of a webhook that no longer exists. */
const gone: ReadonlySet<number> = new Set([401, 403, 404, 410]);

async function stateOf(
  { dialer }: DiagnosticTools,
  url: URL,
  website: string,
  signal: AbortSignal,
): Promise<WebhookState> {
  try {
    const { status } = await askProvider(dialer, { url, method: 'POST', json: {} }, signal);
    if (gone.has(status))
      return { trouble: 'fail', message: `the webhook of ${website} no longer exists (HTTP ${status})` };
    const isAlive = status === 400 || (status >= 200 && status < 300);
    return { trouble: isAlive ? null : 'warn', message: `the webhook of ${website} answered HTTP ${status}` };
  } catch (error) {
    return { trouble: 'fail', message: `the webhook of ${website}: ${failureReason(error, signal)}` };
  }
}

function findingOf(states: readonly WebhookState[], total: number): Finding {
  const broken = states.filter(({ trouble }) => trouble === 'fail');
  const doubtful = states.filter(({ trouble }) => trouble === 'warn');
  const asked = total > states.length ? `${states.length} of ${total} webhooks were checked` : `${total} checked`;
  const [worst] = [...broken, ...doubtful];
  if (worst === undefined) return ok(`Every webhook is valid (${asked})`);
  const others = broken.length + doubtful.length - 1;
  const message = `${worst.message}${others > 0 ? `, and ${others} more` : ''} (${asked})`;
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return broken.length > 0 ? fail(sentence, remedy) : warn(sentence, 'Run it again later');
}
