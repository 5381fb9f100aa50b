import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostileAlert } from '../../../../testing/sinks/hostile-alert.ts';
import {
  type ChannelUnderTest,
  describeChannelConformance,
  exampleAlertContent,
  exampleExtras,
} from '../../conformance.ts';
import type { AlertContent } from '../../message/alert-content.ts';

type ChatUnderTest = ChannelUnderTest & { textOf: (message: unknown) => string };

/** Properties that differ between chats. */
interface ChatFacts<Message> {
  /** The message about the example, which has these lines of facts and `acknowledgeUrl`. Absent: tested elsewhere. */
  exampleMessage?(facts: readonly string[]): object;
  /** The message about an alert whose names and cause contain markup. */
  hostileLines: readonly string[];
  /** The start of a list that names this alert. */
  hostileItem: string;
  /** The size limit of a message, in the unit of `sizeOf`. */
  most: number;
  sizeOf(message: Message): number;
  /** The result of a 429 response. */
  busy: { reason: string; retryAfterSeconds: number };
}

export const exampleFacts = [
  'Since: 2026-03-10 12:00:00 UTC',
  'How we know: HTTP 503, seen by 2 checks in a row',
  'Fine before: for 3 days 4 hours, since it was added',
];
export const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';

/** Registers the tests that every channel must pass, and those of chats. */
export function describeChatConformance<Message>(
  name: string,
  open: () => Promise<ChatUnderTest>,
  { exampleMessage, hostileLines, hostileItem, most, sizeOf, busy }: ChatFacts<Message>,
): void {
  describeChannelConformance(name, open);

  describe(`${name}, as every chat,`, () => {
    let channel: ChatUnderTest;
    beforeEach(async () => {
      channel = await open();
    });
    afterEach(() => channel.sink.close());
    const send = (...contents: AlertContent[]) =>
      channel.destination.send(contents, exampleExtras, AbortSignal.timeout(5_000));
    const texts = (): string[] => channel.sink.messages.map(channel.textOf);

    if (exampleMessage) {
      it('starts with the sentence, and links to the website and to acknowledge', async () => {
        const extras = { ...exampleExtras, acknowledgeUrl };
        await channel.destination.send([exampleAlertContent()], extras, AbortSignal.timeout(5_000));
        expect(channel.sink.messages[0]).toEqual(exampleMessage(exampleFacts));
      });
    }

    it('escapes names and causes, and mentions nobody', async () => {
      await send(hostileAlert);
      await send(hostileAlert, exampleAlertContent());
      const [one, two] = texts();
      expect(one?.split('\n')).toEqual(hostileLines);
      expect(two).toContain(hostileItem);
    });

    it('cuts long text between graphemes', async () => {
      await send(exampleAlertContent({ cause: '👨‍👩‍👧'.repeat(5_000) }));
      expect(texts().join()).toMatch(/How we know: (👨‍👩‍👧)+…\n/u);
    });

    it('fills a message up to its limit', async () => {
      const storm = Array.from({ length: 2_000 }, (_, at) =>
        exampleAlertContent({ alert_id: at, target: `https://shop.example.com/products/${at}` }),
      );
      await send(...storm.slice(0, channel.destination.capacity(storm)));
      const size = sizeOf(channel.sink.messages[0] as Message);
      expect(size).toBeLessThanOrEqual(most);
      expect(size).toBeGreaterThan(most - 200);
    });

    it('waits as long as a 429 requests', async () => {
      channel.sink.behaviour = 'busy';
      expect(await send(exampleAlertContent())).toEqual({ outcome: 'retry', ...busy });
    });
  });
}
