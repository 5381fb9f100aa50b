import fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError } from '../../api/http/error-handler.ts';
import { settingsRoutes } from '../../api/routes/settings.ts';
import { slackRoutes } from '../../api/routes/slack.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { auditOn } from '../../testing/change-on.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab, plantedSecrets } from '../../testing/sinks/notification-lab.ts';
import type { SinkBehaviour } from '../../testing/sinks/sink.ts';

let lab: NotificationLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  await lab.connectSlack(monitor.website_id);
});
afterEach(() => lab.close());

const behaviours: SinkBehaviour[] = ['echo', 'refuse-login', 'refuse-recipient', 'busy', 'garbage', 'close'];

/** Every form of every secret that must not appear. The webhook's address is a setting that its owner may read. */
const forbidden = Object.entries(plantedSecrets).flatMap(([name, secret]) => [
  ...(name === 'webhook' ? [] : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
  Buffer.from(secret).toString('base64'),
]);

function expectNoSecret(text: string, also: readonly string[] = []): void {
  for (const secret of [...forbidden, ...also]) expect(text).not.toContain(secret);
}

it('reveals no secret in the ledger or the log, whatever the providers answer', async () => {
  await lab.startOutbox();
  const ledgers: string[] = [];
  for (const [at, behaviour] of behaviours.entries()) {
    for (const sink of [lab.smtp, lab.sms, lab.slack]) sink.behaviour = behaviour;
    const one = await makeMonitor(lab.db, { website_id: monitor.website_id, target: `https://example.com/${at}` });
    await lab.goDown(one);
    await lab.leap(3_700_000);
    const rows = (await lab.ledger()).filter(({ alert_id }) => alert_id === at + 1);
    expect(rows.map(({ attempts }) => attempts > 0)).toEqual([true, true, true]);
    ledgers.push(JSON.stringify(await lab.ledger()));
  }
  expect(ledgers[0]).toContain('********');
  expectNoSecret(ledgers.join('\n'), [plantedSecrets.webhook]);
  expect(lab.logged.length).toBeGreaterThanOrEqual(behaviours.length * 3);
  expectNoSecret(lab.logged.join('\n'), [plantedSecrets.webhook]);
});

it('reveals no secret in an answer, an error or the request log', async () => {
  const lines: string[] = [];
  const log: FastifyBaseLogger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const app = fastify({ loggerInstance: log });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const parts = { db: lab.db, channels: lab.channels, changes: lab.changes, secrets: lab.secrets };
  auditOn(app, lab.db);
  settingsRoutes(app, parts);
  slackRoutes(app, parts);
  const answers: string[] = [];
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const { statusCode, body } = await app.inject({ method, url, ...(payload ? { payload } : {}) });
    answers.push(`${statusCode} ${body}`);
  };
  await call('GET', '/settings/notifications');
  await call('PUT', '/settings/notifications', { cooldown_minutes: 3 });
  await call('PUT', '/settings/notifications', { smtp_password: plantedSecrets.smtp, cooldown_minutes: 0 });
  await call('GET', `/slack/websites/${monitor.website_id}/slack`);
  for (const behaviour of behaviours) {
    for (const sink of [lab.smtp, lab.sms, lab.slack]) sink.behaviour = behaviour;
    await call('POST', '/settings/test-email?email=me%40example.com');
    await call('POST', '/settings/test-sms?phone=%2B40712345678');
    await call('POST', '/slack/test', { webhook_url: lab.slack.webhookUrl(plantedSecrets.webhook) });
  }
  await app.close();
  expect(answers).toHaveLength(4 + behaviours.length * 3);
  expect(answers.filter((answer) => answer.startsWith('502'))).toHaveLength(behaviours.length * 2);
  expectNoSecret(answers.join('\n'));
  expectNoSecret(answers.slice(4).join('\n'), [plantedSecrets.webhook]);
  expectNoSecret(lines.join('\n'), [plantedSecrets.webhook]);
});
