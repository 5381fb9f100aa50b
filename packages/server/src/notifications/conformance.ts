import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sink, SinkBehaviour } from '../testing/sinks/sink.ts';
import type { Destination, SendResult } from './channel.ts';
import { SendAbortedError } from './failure-reason.ts';
import type { AlertContent } from './message/alert-content.ts';

/** A channel with a provider on loopback, as one test uses it. */
export interface ChannelUnderTest {
  sink: Sink<unknown>;
  destination: Destination;
  /** Secrets of the settings. None may come back in a reason. */
  secrets: readonly string[];
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

/** An alert about one target. */
export const exampleAlertContent = (given: Partial<AlertContent> = {}): AlertContent => ({
  alert_id: 7,
  alert_type: 'DOWN',
  problem: 'outage',
  message: 'Shop: https://shop.example.com/ is down: HTTP 503',
  cause: 'HTTP 503',
  created_at: Date.UTC(2026, 2, 10, 12),
  website_id: 3,
  website_name: 'Shop',
  kind: 'URL',
  target: 'https://shop.example.com/',
  failure_threshold: 2,
  fine_since: Date.UTC(2026, 2, 7, 8),
  is_first_problem: true,
  problem_since: null,
  ...given,
});

export const exampleExtras = { publicUrl: 'https://status.example.org', heldBackUntil: null };

/** Registers the tests that every channel must pass, against a real server. */
export function describeChannelConformance(
  name: string,
  open: () => Promise<ChannelUnderTest & { close(): Promise<void> }>,
): void {
  describe(`${name} channel`, () => {
    let channel: Awaited<ReturnType<typeof open>>;
    beforeEach(async () => {
      channel = await open();
    });
    afterEach(() => channel.close());

    const send = (count = 1, signal = AbortSignal.timeout(5_000)): Promise<SendResult> => {
      const contents = Array.from({ length: count }, (_, at) => exampleAlertContent({ alert_id: at + 1 }));
      return channel.destination.send(contents, exampleExtras, signal);
    };

    it('sends one message for one alert, and one for many', async () => {
      expect(await send(1)).toEqual({ outcome: 'sent', reason: null });
      expect(await send(20)).toEqual({ outcome: 'sent', reason: null });
      expect(channel.sink.messages).toHaveLength(2);
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

    it('tries again when nobody listens', async () => {
      await channel.sink.close();
      expect(await send()).toEqual({ outcome: 'retry', reason: 'connection refused' });
    });

    it('can name at least one alert in a message, and never more than there are', () => {
      const contents = Array.from({ length: 2_000 }, (_, at) =>
        exampleAlertContent({ target: `https://example.com/${at}` }),
      );
      expect(channel.destination.capacity(contents)).toBeGreaterThan(100);
      expect(channel.destination.capacity(contents)).toBeLessThanOrEqual(2_000);
      const long = exampleAlertContent({ target: `https://example.com/${'x'.repeat(2_000)}` });
      expect(channel.destination.capacity(Array(50).fill(long))).toBeGreaterThanOrEqual(1);
    });

    it('sends what its capacity says, however large', async () => {
      const contents = Array.from({ length: 600 }, (_, at) =>
        exampleAlertContent({ target: `https://example.com/${at}` }),
      );
      const fitting = contents.slice(0, channel.destination.capacity(contents));
      const result = await channel.destination.send(fitting, exampleExtras, AbortSignal.timeout(5_000));
      expect(result).toEqual({ outcome: 'sent', reason: null });
    });
  });
}
