import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openSqliteStorage } from '../../packages/server/src/storage/database.ts';
import { bundleProgram } from '../../packages/server/src/testing/bundle-program.ts';
import { loadOutboxProgram, type OutboxProgram } from '../../packages/server/src/testing/sinks/outbox-program.ts';
import { type SlackSink, slackTextOf, startSlackSink } from '../../packages/server/src/testing/sinks/slack-sink.ts';
import { type SmsSink, startSmsSink } from '../../packages/server/src/testing/sinks/sms-sink.ts';
import { type SmtpSink, startSmtpSink } from '../../packages/server/src/testing/sinks/smtp-sink.ts';

/** Spread evenly, so that every step of at least a fortieth of the time is hit. */
const kills = 40;
const source = new URL('../../packages/server/src/testing/sinks/outbox-process.ts', import.meta.url);

let smtp: SmtpSink;
let sms: SmsSink;
let slack: SlackSink;
let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let dataDir: string;
beforeAll(async () => {
  smtp = await startSmtpSink();
  sms = await startSmsSink({ username: 'shop', password: 'secret' });
  slack = await startSlackSink();
  dataDir = mkdtempSync(path.join(tmpdir(), 'upvigil-kill-'));
  bundle = await bundleProgram(source);
});
afterAll(async () => {
  await Promise.all([smtp.close(), sms.close(), slack.close()]);
  bundle.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const minute = 60_000;
const targetOf = (round: number): string => `https://example.com/round-${round}/`;

/** Opens the outbox for a round. Rounds are far enough apart that cooldown and rate limit do not reach over. */
async function openOutbox(process: OutboxProgram, round: number): Promise<void> {
  await process.whenSays('loaded');
  const builtIn = { smtpPort: smtp.port, smsApiUrl: sms.apiUrl, webhookUrl: slack.webhookUrl('x') };
  await process.order({ open: { dataDir, builtIn, clockOffset: round * 6 * minute } });
  await process.whenSays('ready');
}

/** Measures the time from the outage to the last delivery on this machine, in milliseconds. */
async function measure(round: number): Promise<number> {
  const process = loadOutboxProgram(bundle.file);
  await openOutbox(process, round);
  const started = performance.now();
  await process.order({ goDown: targetOf(round) });
  await process.whenSays('done');
  const taken = performance.now() - started;
  await process.kill();
  return taken;
}

it.skipIf(inject('postgresPort') !== null)(
  `delivers every alert once or twice and doubles none, when killed at ${kills} moments between outage and delivery`,
  async () => {
    await measure(-1);
    const wholeWay = await measure(0);
    let next = loadOutboxProgram(bundle.file);
    for (let round = 1; round <= kills; round++) {
      const process = next;
      await openOutbox(process, round);
      next = loadOutboxProgram(bundle.file);
      await process.order({ goDown: targetOf(round) });
      await new Promise((resolve) => setTimeout(resolve, ((round - 0.5) / kills) * wholeWay));
      await process.kill();
    }
    await openOutbox(next, kills + 1);
    await next.kill();
    const { raised, unsent } = await readDatabase();

    expect(raised.length).toBeGreaterThan(kills / 4);
    expect(new Set(raised).size).toBe(raised.length);
    expect(unsent).toBe(0);
    const texts = {
      email: smtp.messages.map(({ text }) => text),
      sms: sms.messages.map(({ text }) => text),
      slack: slack.messages.map(slackTextOf),
    };
    for (const [channel, received] of Object.entries(texts)) {
      const counts = raised.map((target) => received.filter((text) => text.includes(target)).length);
      expect({ channel, least: Math.min(...counts), most: Math.max(...counts) }).toEqual({
        channel,
        least: 1,
        most: expect.toSatisfy((most: number) => most <= 2),
      });
    }
  },
  600_000,
);

/** Number of kills around the time when a second step is due. */
const escalationKills = 12;

it.skipIf(inject('postgresPort') !== null)(
  `escalates every alert once, when killed at ${escalationKills} moments around the time of its second step`,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-escalation-'));
    const openAt = async (process: OutboxProgram, clockOffset: number): Promise<void> => {
      await process.whenSays('loaded');
      const builtIn = { smtpPort: smtp.port, smsApiUrl: sms.apiUrl, webhookUrl: slack.webhookUrl('x') };
      await process.order({ open: { dataDir: folder, builtIn, clockOffset, escalateAfterMinutes: 5 } });
    };
    const [mailsBefore, slackBefore] = [smtp.messages.length, slack.messages.length];
    let wholeWay = 0;
    for (let round = 0; round <= escalationKills; round++) {
      const began = round * 30 * minute;
      const first = loadOutboxProgram(bundle.file);
      await openAt(first, began);
      await first.whenSays('ready');
      await first.order({ goDown: targetOf(round) });
      await first.whenSays('done');
      await first.kill();
      // The target went down three minutes later, and its second step was due before this process looks.
      const due = began + 8 * minute;
      const second = loadOutboxProgram(bundle.file);
      await second.whenSays('loaded');
      const started = performance.now();
      await openAt(second, due);
      if (round === 0) {
        await second.whenSays('ready');
        wholeWay = performance.now() - started;
      } else await new Promise((resolve) => setTimeout(resolve, ((round - 0.5) / escalationKills) * wholeWay));
      await second.kill();
      const last = loadOutboxProgram(bundle.file);
      await openAt(last, due + 2 * minute);
      await last.whenSays('ready');
      await last.kill();
    }
    const storage = openSqliteStorage(folder);
    const escalations = await storage.db
      .selectFrom('deliveries')
      .select(['alert_id', 'status'])
      .where('purpose', '=', 'escalation')
      .orderBy('id')
      .execute();
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
    // One row for each alert, and none pending. The provider may get a message twice if it had answered just before the
    // kill.
    expect(new Set(escalations.map(({ alert_id }) => alert_id)).size).toBe(escalationKills + 1);
    expect(escalations.map(({ status }) => status)).toEqual(Array(escalationKills + 1).fill('sent'));
    const mails = smtp.messages.slice(mailsBefore).map(({ text }) => text);
    const sent = slack.messages.slice(slackBefore).map(slackTextOf);
    for (let round = 0; round <= escalationKills; round++) {
      const naming = (texts: string[]) => texts.filter((text) => text.includes(targetOf(round))).length;
      expect(naming(mails)).toBe(1);
      expect(naming(sent)).toBeGreaterThanOrEqual(1);
      expect(naming(sent)).toBeLessThanOrEqual(2);
    }
  },
  240_000,
);

/** Targets by their alerts, and the number of unsent deliveries. */
async function readDatabase(): Promise<{ raised: string[]; unsent: number }> {
  const storage = openSqliteStorage(dataDir);
  const alerts = await storage.db
    .selectFrom('alerts as a')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .select('m.target')
    .execute();
  const unsent = await storage.db.selectFrom('deliveries').select('id').where('status', '!=', 'sent').execute();
  await storage.close();
  return { raised: alerts.map(({ target }) => target), unsent: unsent.length };
}
