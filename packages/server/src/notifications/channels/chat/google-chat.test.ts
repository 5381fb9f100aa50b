import { expect, it } from 'vitest';
import { startGoogleChatSink, type ReceivedGoogleChatMessage } from '../../../testing/sinks/chat/google-chat-sink.ts';
import { hostileAlert } from '../../../testing/sinks/hostile-alert.ts';
import { ownDestination } from '../../../testing/sinks/own-destination.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import { googleChatKind } from './google-chat.ts';

const planted = 'plantedGoogleChatSecret1';
const signal = () => AbortSignal.timeout(5_000);
const textOf = ({ text }: ReceivedGoogleChatMessage) => text;

const open = async () => {
  const sink = await startGoogleChatSink();
  const destination = ownDestination(googleChatKind, { webhook_url: sink.url(`/v1/spaces/AAAA/messages?key=k&token=${planted}`) });
  return { sink, destination, secrets: [planted], textOf: textOf as (message: unknown) => string };
};

describeChannelConformance('Google Chat', async () => {
  const channel = await open();
  return { ...channel, close: () => channel.sink.close() };
});

it('says the sentence first', async () => {
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
  for (const message of sink.messages) console.log(JSON.stringify(textOf(message)));
  await sink.close();
});

it('waits as long as 429 says', async () => {
  const { sink, destination } = await open();
  sink.behaviour = 'busy';
  console.log(await destination.send([exampleAlertContent()], exampleExtras, signal()));
  await sink.close();
});
