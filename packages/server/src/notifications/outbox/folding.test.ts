import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../testing/sinks/notification-lab.ts';
import { slackTextOf } from '../../testing/sinks/slack-sink.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  await lab.connectSlack(monitor.website_id);
});
afterEach(() => lab.close());

const counts = () => ({
  email: lab.smtp.messages.length,
  sms: lab.sms.messages.length,
  slack: lab.slack.messages.length,
});
const statuses = async (channel: string) =>
  (await lab.ledger()).filter((row) => row.channel === channel).map(({ status }) => status);

describe('folding', () => {
  it('sends an outage and what is due soon after it as one message', async () => {
    const others = [
      await makeMonitor(lab.db, { website_id: monitor.website_id, target: 'https://shop.example.com/b' }),
    ];
    await lab.startDispatcher();
    await lab.goDown(monitor);
    await lab.advance(2 * second);
    await lab.goDown(...others);
    await lab.advance(second);
    expect(counts()).toEqual({ email: 1, sms: 1, slack: 1 });
    expect(await statuses('email')).toEqual(['sent', 'sent']);
    const [first, second_] = (await lab.ledger()).filter(({ channel }) => channel === 'email');
    expect(first?.reason).toBeNull();
    expect(second_?.reason).toBe(`folded into alert ${first?.alert_id}`);
    expect(lab.smtp.messages[0]?.subject).toBe('2 alerts: 2 DOWN (Shop)');
    expect(lab.sms.messages[0]?.text).toContain('https://shop.example.com/, https://shop.example.com/b');
  });

  // With PostgreSQL the harder one of the two.
  it.each(inject('postgresPort') === null ? [1, 3] : [3])(
    'names all of 500 monitors in at most 3 messages a channel within the first minute, SMS within its cap, with %i processes',
    async (processes) => {
      await Promise.all(Array.from({ length: processes }, () => lab.startDispatcher()));
      const monitors = await manyMonitors(500);
      for (let tick = 0; tick < 60; tick++) {
        // As a database knows its tables that has run for a while.
        if (tick === 5) await sql`analyze`.execute(lab.db);
        if (tick < 50) await lab.goDown(...monitors.slice(tick * 10, tick * 10 + 10));
        await lab.advance(second);
      }
      expect(counts().email).toBeLessThanOrEqual(3);
      expect(counts().slack).toBeLessThanOrEqual(3);
      expect(counts().sms).toBeLessThanOrEqual(3);
      const after = lab.clock.now();
      const sentAt = new Set(
        (await lab.ledger()).flatMap(({ channel, sent_at }) => (channel === 'slack' && sent_at ? [sent_at] : [])),
      );
      const seconds = [...sentAt].map((at) => Math.floor((at - (after - minute)) / second));
      expect(seconds).toEqual([3, 13, 43]);
      await lab.advance(2 * minute);
      expect(await statuses('slack')).toEqual(Array(500).fill('sent'));
      expect(await statuses('email')).toEqual(Array(500).fill('sent'));
      const emails = lab.smtp.messages.map(({ text }) => text).join();
      const posts = lab.slack.messages.map(slackTextOf).join();
      const unnamed = (text: string) => monitors.filter(({ target }) => !text.includes(target));
      expect(unnamed(emails)).toEqual([]);
      expect(unnamed(posts)).toEqual([]);
      expect(lab.sms.messages.length).toBeLessThanOrEqual(30);
      expect(Math.max(...lab.sms.messages.map(({ text }) => text.length))).toBeLessThanOrEqual(306);
    },
    400_000,
  );

  async function manyMonitors(count: number): Promise<MonitorRow[]> {
    const made: MonitorRow[] = [];
    for (let at = 0; at < count; at++) {
      const target = `https://shop.example.com/page/${1000 + at}`;
      made.push(await makeMonitor(lab.db, { website_id: monitor.website_id, target }));
    }
    return made;
  }
});
