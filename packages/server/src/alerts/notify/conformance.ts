import { shortTarget } from '@upvigil/core/format/monitor-name';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Sink, SinkBehaviour } from '../../testing/sinks/sink.ts';
import type { Destination, MessageExtras, Note, SendResult } from './channel.ts';
import { SendAbortedError } from './failure-reason.ts';
import type { AlertContent } from './message/alert-content.ts';

/** A channel with a provider on loopback, for one test. */
export interface ChannelUnderTest {
  sink: Sink<unknown>;
  destination: Destination;
  /** Secrets of the settings. A reason must not contain them. */
  secrets: readonly string[];
  /** Whether it names all alerts, in several messages if needed; false by default. */
  isForProgram?: boolean;
  /** The text that a reader of a message sees. Without it, the named alerts are not compared. */
  textOf?: (message: unknown) => string;
}

/** The outcome for each behaviour of a provider. */
const expected: Record<Exclude<SinkBehaviour, 'accept'>, SendResult['outcome']> = {
  'refuse-recipient': 'give-up',
  'refuse-login': 'retry',
  busy: 'retry',
  hang: 'retry',
  close: 'retry',
  garbage: 'retry',
  echo: 'retry',
};

export const exampleAlertContent = (given: Partial<AlertContent> = {}): AlertContent => ({
  alert_id: 7,
  alert_type: 'DOWN',
  problem: 'outage',
  message: 'Shop: https://shop.example.com/ is down: HTTP 503',
  cause: 'HTTP 503',
  created_at: Date.UTC(2026, 2, 10, 12),
  website_id: 3,
  website_name: 'Shop',
  monitor_id: 5,
  kind: 'URL',
  target: 'https://shop.example.com/',
  address: 'https://shop.example.com/',
  tags: ['env:prod', 'shop'],
  failure_threshold: 2,
  recovery_threshold: 1,
  fine_since: Date.UTC(2026, 2, 7, 8),
  is_first_problem: true,
  problem_since: null,
  problem_cause: null,
  over: null,
  ends_alert_id: null,
  began_at: Date.UTC(2026, 2, 10, 11, 59, 55),
  ended_at: null,
  severity: 'critical',
  acknowledged_at: null,
  acknowledged_by: null,
  mark: null,
  is_during_maintenance: false,
  purpose: 'alert',
  ...given,
});

export const exampleExtras: MessageExtras = {
  publicUrl: 'https://status.example.org',
  throttledUntil: null,
  messageId: 'msg_example',
  installation: 'example-installation',
  acknowledgeUrl: null,
};

type Openable = Pick<ChannelUnderTest, 'sink' | 'destination'>;

/** Opens a channel within a test, at whose end its provider closes. `send`: the example alert, unless others are given. */
export const channelOpener =
  <Given extends unknown[], Opened extends Openable>(open: (...given: Given) => Promise<Opened>) =>
  async (...given: Given) => {
    const opened = await open(...given);
    onTestFinished(() => opened.sink.close());
    const send = (contents = [exampleAlertContent()], extras: Partial<MessageExtras> = {}): Promise<SendResult> =>
      opened.destination.send(contents, { ...exampleExtras, ...extras }, AbortSignal.timeout(5_000));
    return { ...opened, send };
  };

export const exampleNote: Note = {
  purpose: 'drill',
  title: 'Drill of Upvigil',
  text: 'Please confirm that you got this message.',
  link: { label: 'Confirm', url: 'https://status.example.org/d/0123456789abcdefABCDEF' },
};

/** An address of the maximum length, ending with a number. */
const longTarget = (at: number): string =>
  `https://example.com/${'x'.repeat(2_048 - 26)}/${String(at).padStart(5, '0')}`;

/** Sends one message about all alerts, which names the first ones and counts the others. */
async function sendAtOnce({ destination, sink, textOf }: ChannelUnderTest, alerts: AlertContent[]): Promise<void> {
  expect(destination.capacity(alerts)).toBe(alerts.length);
  const result = await destination.send(alerts, exampleExtras, AbortSignal.timeout(5_000));
  expect(result).toEqual({ outcome: 'sent', reason: null });
  expect(sink.messages).toHaveLength(1);
  const text = textOf?.(sink.messages[0]);
  if (text === undefined) return;
  const counted = Number(/and (\d+) more/.exec(text)?.[1] ?? 0);
  expect(counted).toBeLessThan(alerts.length);
  const named = alerts.slice(0, alerts.length - counted);
  // An alert that does not fit alone is cut.
  if (named.length > 1) for (const { target } of named) expect(text).toContain(shortTarget(target).slice(-5));
}

/** Sends messages with as many alerts as fit until none is left. Concurrently, because the test waits for all. */
async function sendAll({ destination, sink, textOf }: ChannelUnderTest, alerts: AlertContent[]): Promise<void> {
  const waiting = [...alerts];
  const sendNext = async (): Promise<void> => {
    while (waiting.length > 0) {
      const count = destination.capacity(waiting);
      expect(count).toBeGreaterThanOrEqual(1);
      const result = await destination.send(waiting.splice(0, count), exampleExtras, AbortSignal.timeout(10_000));
      expect(result).toEqual({ outcome: 'sent', reason: null });
    }
  };
  await Promise.all(Array.from({ length: 10 }, sendNext));
  if (!textOf || destination.capacity(alerts) === 1) return expect(sink.messages).toHaveLength(alerts.length);
  const text = sink.messages.map(textOf).join();
  for (const { target } of alerts) expect(text).toContain(shortTarget(target).slice(-5));
}

/** Registers the tests that every channel must pass, against a real server. */
export function describeChannelConformance(name: string, open: () => Promise<ChannelUnderTest>): void {
  describe(`${name} channel`, () => {
    let channel: ChannelUnderTest;
    beforeEach(async () => {
      channel = await open();
    });
    afterEach(() => channel.sink.close());

    const send = (count = 1, signal = AbortSignal.timeout(5_000)): Promise<SendResult> => {
      const contents = Array.from({ length: count }, (_, at) => exampleAlertContent({ alert_id: at + 1 }));
      return channel.destination.send(contents, exampleExtras, signal);
    };

    it('sends one message for one alert, and one for many', async () => {
      expect(await send(1)).toEqual({ outcome: 'sent', reason: null });
      if (!channel.isForProgram) expect(await send(20)).toEqual({ outcome: 'sent', reason: null });
      expect(channel.sink.messages).toHaveLength(channel.isForProgram ? 1 : 2);
    });

    it('sends a message without alerts, with its link, and one that is too long', async () => {
      const sendNote = (note: Note) => channel.destination.sendNote(note, exampleExtras, AbortSignal.timeout(5_000));
      expect(await sendNote(exampleNote)).toEqual({ outcome: 'sent', reason: null });
      expect(await sendNote({ ...exampleNote, text: 'long '.repeat(20_000) })).toEqual({
        outcome: 'sent',
        reason: null,
      });
      expect(channel.sink.messages).toHaveLength(2);
      for (const message of channel.sink.messages) {
        if (channel.textOf && exampleNote.link) expect(channel.textOf(message)).toContain(exampleNote.link.url);
      }
    });

    it.each(Object.entries(expected) as [SinkBehaviour, SendResult['outcome']][])(
      'provider does "%s": %s, with a reason and without secrets',
      async (behaviour, outcome) => {
        channel.sink.behaviour = behaviour;
        const deadline = new AbortController();
        const timer = setTimeout(
          () => deadline.abort(new SendAbortedError('no answer within 1 s')),
          behaviour === 'hang' ? 500 : 5_000,
        );
        const result = await send(1, deadline.signal);
        clearTimeout(timer);
        expect(result.outcome).toBe(outcome);
        expect(result.reason).toMatch(/\w{3}/);
        for (const secret of channel.secrets) expect(JSON.stringify(result)).not.toContain(secret);
        expect(channel.sink.messages).toHaveLength(0);
        if (behaviour === 'hang') expect(result.reason).toBe('no answer within 1 s');
      },
    );

    it('retries when nothing listens', async () => {
      await channel.sink.close();
      expect(await send()).toMatchObject({ outcome: 'retry', reason: 'connection refused' });
    });

    it('fits at least one alert into a message, and never more than there are', () => {
      const contents = Array.from({ length: 2_000 }, (_, at) =>
        exampleAlertContent({ target: `https://example.com/${at}` }),
      );
      expect(channel.destination.capacity(contents)).toBeLessThanOrEqual(2_000);
      const long = exampleAlertContent({ target: `https://example.com/${'x'.repeat(2_000)}` });
      expect(channel.destination.capacity(Array(50).fill(long))).toBeGreaterThanOrEqual(1);
    });

    it.each([
      ['many alerts', (at: number) => `https://example.com/${at}`],
      ['alerts with addresses of 2,048 characters', longTarget],
    ])('%s: leaves none out, by name or by number', { timeout: 60_000 }, async (_, targetOf) => {
      // A program gets a message for each.
      const count = targetOf === longTarget || channel.isForProgram ? 40 : 600;
      const alerts = Array.from({ length: count }, (_, at) => {
        const target = targetOf(at);
        return exampleAlertContent({ alert_id: at + 1, target, message: `Shop: ${target} is down: HTTP 503` });
      });
      await (channel.isForProgram ? sendAll : sendAtOnce)(channel, alerts);
    });

    it('sends text with grapheme clusters, surrogates and control characters at every cut', async () => {
      const signs = ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\ud83d', '\u0000\u001b[31m'];
      const messages = [100, 1_000, 4_080, 16_370].flatMap((length) =>
        signs.map((sign) => `${'x'.repeat(length)}${sign.repeat(40)}`),
      );
      const results = await Promise.all(
        messages.map((message) => {
          const alert = exampleAlertContent({ message, cause: message });
          return channel.destination.send([alert], exampleExtras, AbortSignal.timeout(10_000));
        }),
      );
      expect(results).toEqual(messages.map(() => ({ outcome: 'sent', reason: null })));
    });

    it('sends as many alerts as its capacity, however large', async () => {
      const contents = Array.from({ length: 600 }, (_, at) =>
        exampleAlertContent({ target: `https://example.com/${at}` }),
      );
      const fitting = contents.slice(0, channel.destination.capacity(contents));
      const result = await channel.destination.send(fitting, exampleExtras, AbortSignal.timeout(5_000));
      expect(result).toEqual({ outcome: 'sent', reason: null });
    });
  });
}
