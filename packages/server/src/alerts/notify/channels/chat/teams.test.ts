import { expect, it } from 'vitest';
import { type ReceivedTeamsMessage, startTeamsSink, teamsTextOf } from '../../../../testing/sinks/chat/teams-sink.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { channelOpener, exampleAlertContent } from '../../conformance.ts';
import { acknowledgeUrl, describeChatConformance, exampleFacts } from './conformance.ts';
import { teamsKind } from './teams.ts';

const planted = 'plantedTeamsSecret1';
const textOf = teamsTextOf;

const open = channelOpener(async (path: string = `/workflows/w/triggers/manual/paths/invoke?sig=${planted}`) => {
  const sink = await startTeamsSink();
  const destination = ownDestination(teamsKind, { webhook_url: sink.url(path) });
  return { sink, destination, secrets: [planted], textOf: textOf as (message: unknown) => string };
});

describeChatConformance('Teams', open, {
  hostileLines: [
    'DOWN: @everyone <!channel>: https://shop.example.com/@all?a=1_2 is down: [x](javascript:0) # @here *b* 👨‍👩‍👧',
    'Since: 2026-03-10 12:00:00 UTC',
    'How we know: <@U1> <users/all> @room `c` > [Bank](https://evil.example/) ~~s~~ ||p||, seen by 2 checks in a row',
    'Fine before: for 3 days 4 hours, since it was added',
    'https://status.example.org/websites/3?open=5',
  ],
  hostileItem: '@everyone <!channel>, DOWN, <@U1>',
  most: 20_000,
  sizeOf: (message: ReceivedTeamsMessage) => Buffer.byteLength(JSON.stringify(message)),
  busy: { reason: 'HTTP 429: TooManyRequests: Rate limit is exceeded.', retryAfterSeconds: 23 },
});

it('starts with the sentence, and links to the website and to acknowledge', async () => {
  const { sink, send } = await open();
  await send([exampleAlertContent()], { acknowledgeUrl });
  const { content } = sink.messages[0]?.attachments[0] ?? {};
  expect(
    teamsTextOf(sink.messages[0] as ReceivedTeamsMessage)
      .split('\n')
      .slice(0, 4),
  ).toEqual(['DOWN: Shop: https://shop.example.com/ is down: HTTP 503', ...exampleFacts]);
  expect(content?.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open Shop', url: 'https://status.example.org/websites/3?open=5' },
    { type: 'Action.OpenUrl', title: 'Acknowledge', url: acknowledgeUrl },
  ]);
});

it('rejects a 200 of an older connector whose text has an error of Teams', async () => {
  const { send } = await open(`/webhookb2/${planted}`);
  expect(await send()).toEqual({
    outcome: 'retry',
    reason: 'HTTP 429',
  });
});
