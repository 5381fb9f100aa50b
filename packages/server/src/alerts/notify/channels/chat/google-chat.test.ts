import {
  type ReceivedGoogleChatMessage,
  startGoogleChatSink,
} from '../../../../testing/sinks/chat/google-chat-sink.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { describeChatConformance } from './conformance.ts';
import { googleChatKind } from './google-chat.ts';

const planted = 'plantedGoogleChatSecret1';
const textOf = ({ text }: ReceivedGoogleChatMessage) => text;

const open = async () => {
  const sink = await startGoogleChatSink();
  const destination = ownDestination(googleChatKind, {
    webhook_url: sink.url(`/v1/spaces/AAAA/messages?key=k&token=${planted}`),
  });
  return { sink, destination, secrets: [planted], textOf: textOf as (message: unknown) => string };
};

describeChatConformance('Google Chat', open, {
  exampleMessage: (facts) => ({
    text: [
      'DOWN: Shop: https://shop.example.com/ is down: HTTP 503',
      ...facts,
      'Open Shop: https://status.example.org/websites/3?open=5',
      'Acknowledge: https://status.example.org/a/0123456789abcdefABCDEF',
    ].join('\n'),
  }),
  hostileLines: [
    'DOWN: @everyone ‹!channel›: https://shop.example.com/@all?a=1_2 is down: [x]\u200b(javascript:0) # @here *b* 👨‍👩‍👧',
    'Since: 2026-03-10 12:00:00 UTC',
    'How we know: ‹@U1› ‹users/all› @room `c` › [Bank]\u200b(https://evil.example/) ~~s~~ ||p||, seen by 2 checks in a row',
    'Fine before: for 3 days 4 hours, since it was added',
    'Open @everyone ‹!channel›: https://status.example.org/websites/3?open=5',
  ],
  hostileItem: '@everyone ‹!channel›, DOWN, ‹@U1›',
  most: 16_000,
  sizeOf: (message: ReceivedGoogleChatMessage) => Buffer.byteLength(message.text),
  busy: {
    reason: 'HTTP 429: RESOURCE_EXHAUSTED: Resource has been exhausted (e.g. check quota).',
    retryAfterSeconds: 41.5,
  },
});
