import * as z from 'zod';
import { limits } from '../limits.ts';
import type { AnyConfig } from './channel-kinds/config-fields.ts';
import { configSchema } from './channel-kinds/config-schema.ts';
import { type ChannelConfig, channelConfigs } from './channel-kinds/registry.ts';
import { defineEndpoints } from './endpoint.ts';
import { flag, idSchema, pathId, requiredText, testResult, timeSchema } from './fields/fields.ts';
import { type DeliveryChannel, deliveryChannels } from './names/channels.ts';

const header = z.object({ name: z.string(), value: z.string() });
const configValue = z.union([z.string(), z.array(z.string()), z.array(header)]);

/** An added (not built-in) channel, with its secrets masked. */
const channelSchema = z.object({
  id: idSchema,
  kind: z.enum(deliveryChannels),
  name: z.string(),
  enabled: z.boolean(),
  /** By field name of the kind. */
  config: z.record(z.string(), configValue) satisfies z.ZodType<AnyConfig>,
  created_at: timeSchema,
  last_sent_at: timeSchema.nullable(),
  /** When a recipient last confirmed by link that a message arrived. */
  proven_at: timeSchema.nullable(),
  /** The error of the last message; null if it was sent. */
  last_error: z.string().nullable(),
  /** Whether a secret is encrypted with a key that this server does not have, so that it must be entered again. */
  secrets_missing: z.boolean(),
});
export type Channel = z.output<typeof channelSchema>;

type OfEachKind<Shape> = {
  [Kind in DeliveryChannel]: { kind: Kind; config: ChannelConfig<Kind> } & Shape;
}[DeliveryChannel];

/** Adds to `shape` the settings of a channel. `kind` selects their schema. */
const ofEachKind = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const variants = deliveryChannels.map((kind) =>
    z.object({ kind: z.literal(kind), config: configSchema(channelConfigs[kind].fields), ...shape }),
  );
  const schema = z.discriminatedUnion('kind', variants as [(typeof variants)[number]], {
    error: `Kind must be one of ${deliveryChannels.join(', ')}`,
  });
  // The variants come from a table, and the compiler cannot infer their types through a list.
  return schema as unknown as z.ZodType<
    OfEachKind<z.output<z.ZodObject<Shape>>>,
    ChannelGiven & z.input<z.ZodObject<Shape>>
  >;
};

/** Input of a caller: fields with defaults are optional. */
export interface ChannelGiven {
  kind: DeliveryChannel;
  config: Readonly<Record<string, unknown>>;
}

const name = requiredText('Name', limits.channelName.maxLength);

export const channelInput = ofEachKind({
  name,
  enabled: flag('Enabled').default(true),
  /** Whether to add it to the first step of the policy 'Default'. */
  add_to_default_policy: flag('Add to the Default policy').default(false),
});
export type ChannelInput = z.output<typeof channelInput>;

/** Replaces the whole channel. A masked secret keeps the stored one, unless kind or server change. */
export const channelChange = ofEachKind({ name, enabled: flag('Enabled') });
export type ChannelChange = z.output<typeof channelChange>;

/** `channel_id`: the channel whose stored secrets replace the masks. */
const channelTestInput = ofEachKind({ channel_id: idSchema.optional() });

/** A secret that the server generated and returns only once; null if it generated none. */
const madeSecret = z.string().nullable();

const params = z.object({ channelId: pathId });

export const channelEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/channels/',
    access: 'read',
    summary: 'The channels that were added, by id, secrets masked',
    response: z.array(channelSchema),
  },
  get: {
    method: 'GET',
    path: '/channels/:channelId',
    access: 'read',
    summary: 'One channel, secrets masked',
    params,
    response: channelSchema,
  },
  create: {
    method: 'POST',
    path: '/channels/',
    access: 'admin',
    summary: 'Adds a channel; a signing secret that is made for it is answered once',
    successStatus: 201,
    body: channelInput,
    response: channelSchema.extend({ secret: madeSecret }),
  },
  update: {
    method: 'PUT',
    path: '/channels/:channelId',
    access: 'admin',
    summary: 'Replaces a channel; masked secrets stay',
    params,
    body: channelChange,
    response: channelSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/channels/:channelId',
    access: 'admin',
    summary: 'Deletes a channel that no policy names',
    params,
    response: z.null(),
  },
  test: {
    method: 'POST',
    path: '/channels/test',
    access: 'admin',
    summary: 'Sends a test message with settings that are not saved',
    body: channelTestInput,
    response: testResult,
  },
  testSaved: {
    method: 'POST',
    path: '/channels/:channelId/test',
    access: 'admin',
    summary: 'Sends a test message on a channel',
    params,
    response: testResult,
  },
  rotateSecret: {
    method: 'POST',
    path: '/channels/:channelId/rotate-secret',
    access: 'admin',
    summary: 'Makes another signing secret for a webhook; the one before signs too for 24 hours',
    params,
    response: z.object({ secret: z.string() }),
  },
  webPushKey: {
    method: 'GET',
    path: '/channels/web-push-key',
    access: 'read',
    summary: 'The public key with which a browser subscribes (RFC 8292), base64url',
    response: z.object({ public_key: z.string() }),
  },
});
