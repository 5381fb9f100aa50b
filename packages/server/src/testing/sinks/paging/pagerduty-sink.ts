import { z } from 'zod';
import { jsonAnswer, startChatSink } from '../chat/chat-sink.ts';

/** https://developer.pagerduty.com/docs/events-api-v2-overview: 512 KB an event. */
const mostBytes = 512 * 1024;

const common = { routing_key: z.string(), dedup_key: z.string().min(1).max(255) };
const eventSchema = z.discriminatedUnion('event_action', [
  z.strictObject({
    ...common,
    event_action: z.literal('trigger'),
    payload: z.strictObject({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime().optional(),
      group: z.string().optional(),
      class: z.string().optional(),
      custom_details: z.record(z.string(), z.string()),
    }),
    client: z.string(),
    client_url: z.url(),
    links: z.array(z.strictObject({ href: z.url(), text: z.string() })),
  }),
  z.strictObject({ ...common, event_action: z.enum(['acknowledge', 'resolve']) }),
]);
export type ReceivedPagerdutyEvent = z.output<typeof eventSchema>;

const invalid = (error: string) =>
  jsonAnswer(400, { status: 'invalid event', message: 'Event object is invalid', errors: [error] });

/** Accepts events like Events API v2. */
export const startPagerdutySink = () =>
  startChatSink<ReceivedPagerdutyEvent>({
    read({ url, method, bytes }, json) {
      const parsed = eventSchema.safeParse(json);
      if (method !== 'POST' || url.pathname !== '/v2/enqueue') return { status: 404, body: 'Not Found' };
      if (!parsed.success || bytes.length > mostBytes) return invalid("'payload.summary' is missing or too long");
      if (parsed.data.routing_key.length !== 32) return invalid("Length of 'routing_key' is incorrect");
      return parsed.data;
    },
    taken: ({ dedup_key }) => jsonAnswer(202, { status: 'success', message: 'Event processed', dedup_key }),
    refusals: {
      'refuse-recipient': invalid("'event_action' is missing or blank"),
      'refuse-login': invalid("Length of 'routing_key' is incorrect (should be 32 characters)"),
      busy: { status: 429, headers: { 'retry-after': '30' }, body: 'Request Limit Exceeded' },
    },
  });
