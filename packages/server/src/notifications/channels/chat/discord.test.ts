import { expect, it } from 'vitest';
import { discordTextOf, startDiscordSink } from '../../../testing/sinks/chat/discord-sink.ts';
import { hostileAlert } from '../../../testing/sinks/hostile-alert.ts';
import { ownDestination } from '../../../testing/sinks/own-destination.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import { discordKind } from './discord.ts';

const planted = 'plantedDiscordToken1';
const signal = () => AbortSignal.timeout(5_000);

const open = async () => {
  const sink = await startDiscordSink();
  const destination = ownDestination(discordKind, { webhook_url: sink.url(`/api/webhooks/123/${planted}`) });
  return { sink, destination, secrets: [planted], textOf: discordTextOf as (message: unknown) => string };
};

describeChannelConformance('Discord', async () => {
  const channel = await open();
  return { ...channel, close: () => channel.sink.close() };
});

it('says the sentence to a phone, the facts in an embed, and links to the website and to acknowledging', async () => {
  const { sink, destination } = await open();
  const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
  await destination.send([exampleAlertContent()], { ...exampleExtras, acknowledgeUrl }, signal());
  console.log(JSON.stringify(sink.messages[0], null, 1));
  await sink.close();
});

it('gives names and causes no meaning, and calls nobody', async () => {
  const { sink, destination } = await open();
  await destination.send([hostileAlert], exampleExtras, signal());
  await destination.send([hostileAlert, exampleAlertContent()], exampleExtras, signal());
  for (const m of sink.messages) console.log(m.content+'\n--\n'+ m.embeds[0]?.description);
  await sink.close();
});

it('waits as long as the body of 429 says, which is more exact than its header', async () => {
  const { sink, destination } = await open();
  sink.behaviour = 'busy';
  expect(await destination.send([exampleAlertContent()], exampleExtras, signal())).toEqual({
    outcome: 'retry',
    reason: 'HTTP 429: You are being rate limited.',
    retryAfterSeconds: 64.57,
  });
  await sink.close();
});
