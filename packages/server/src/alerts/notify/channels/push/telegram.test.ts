import { expect, it } from 'vitest';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { type ReceivedTelegram, startTelegramSink } from '../../../../testing/sinks/push/telegram-sink.ts';
import { emojiMessage, isBroken, trickyContents } from '../../../../testing/tricky-contents.ts';
import { channelOpener, describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import { createTelegramChannel } from './telegram.ts';

const token = '123456:planted-telegram-secret_1';
const chat = '-100123';

const open = channelOpener(async (given: { thread_id?: string } = {}) => {
  const sink = await startTelegramSink(token, chat);
  const config = { bot_token: token, chat_id: chat, thread_id: '', base_url: sink.baseUrl, ...given };
  const channel = createTelegramChannel(plainOptions);
  return { sink, destination: channel.destination(null, ownSettings('telegram', config)) };
});

describeChannelConformance('Telegram', async () => ({
  ...(await open()),
  secrets: [token, 'planted-telegram-secret_1', encodeURIComponent(token)],
  textOf: (message) => (message as ReceivedTelegram).text,
}));

it('starts with the event for a lock screen, and has its links, topic and no preview', async () => {
  const { sink, send } = await open({ thread_id: '42' });
  await send([exampleAlertContent()], { acknowledgeUrl: 'https://status.example.org/a/0123456789abcdefABCDEF' });
  expect(sink.messages[0]?.text).toMatchInlineSnapshot(`
    "DOWN: Shop: https://shop.example.com/ is down: HTTP 503
    Since: 2026-03-10 12:00:00 UTC
    How we know: HTTP 503, seen by 2 checks in a row
    Fine before: for 3 days 4 hours, since it was added
    Open Shop: https://status.example.org/websites/3?open=5
    Acknowledge: https://status.example.org/a/0123456789abcdefABCDEF"
  `);
  expect(sink.messages[0]).toMatchObject({
    chat_id: chat,
    message_thread_id: 42,
    link_preview_options: { is_disabled: true },
  });
});

it('sends to the supergroup of a migrated group at once', async () => {
  const { sink, send } = await open({ thread_id: '42' });
  sink.migrated.set(chat, -1001557912345);
  expect(await send()).toEqual({ outcome: 'sent', reason: null });
  expect(sink.messages.map(({ chat_id }) => chat_id)).toEqual(['-1001557912345']);
});

it('follows no second move within a send', async () => {
  const { sink, send } = await open({ thread_id: '42' });
  sink.migrated.set(chat, -5).set('-5', -6).set('-6', -5);
  expect(await send()).toEqual({
    outcome: 'give-up',
    reason: 'HTTP 400: Bad Request: group chat was upgraded to a supergroup chat',
  });
});

it('waits as long as Telegram says in the body of its 429', async () => {
  const { sink, send } = await open({ thread_id: '42' });
  sink.behaviour = 'busy';
  expect(await send()).toEqual({
    outcome: 'retry',
    retryAfterSeconds: 35,
    reason: 'HTTP 429: Too Many Requests: retry after 35',
  });
});

it('does not search for a refused alert when the chat is unknown', async () => {
  const { sink } = await open({ thread_id: '42' });
  const gone = createTelegramChannel(plainOptions).destination(
    null,
    ownSettings('telegram', { bot_token: token, chat_id: '-9', thread_id: '', base_url: sink.baseUrl }),
  );
  expect(await gone.send([exampleAlertContent()], exampleExtras, AbortSignal.timeout(5_000))).toEqual({
    outcome: 'give-up',
    reason: 'HTTP 400: Bad Request: chat not found',
  });
});

it('sends text without a parse mode, and splits no emoji', async () => {
  const { sink, send } = await open({ thread_id: '42' });
  await send(trickyContents());
  await send([emojiMessage(6_000)]);
  const [tricky, emoji] = sink.messages;
  expect(Object.keys(tricky ?? {})).not.toContain('parse_mode');
  expect(tricky?.text).toContain('@everyone @channel <!channel> <@U1> [x](javascript:0)');
  expect(tricky?.text).not.toMatch(/^Since: never/m);
  expect(emoji?.text.length).toBeLessThanOrEqual(4_096);
  expect(emoji?.text).toContain('…');
  expect(sink.messages.map(({ text }) => isBroken(text))).toEqual([false, false]);
});

it('recognises an acceptance that repeats more than the bytes read', async () => {
  const { sink, send } = await open({ thread_id: '42' });
  const long = exampleAlertContent({ message: `Shop: ${'<щ>'.repeat(3_000)} is down` });
  expect(await send([long])).toEqual({ outcome: 'sent', reason: null });
  expect(sink.messages[0]?.text.length).toBeGreaterThan(2_000);
});
