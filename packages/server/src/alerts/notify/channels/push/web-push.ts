import { isPushService } from '@upvigil/core/contract/channel-kinds/push-services';
import type { ChannelConfig } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import { OtherKeyError } from '../../../../base/sealed-text.ts';
import type { WebPushKeys } from '../../../../storage/settings/web-push-keys.ts';
import type { Channel, MessageExtras, SendResult } from '../../channel.ts';
import type { ProviderAnswer, ProviderRequest } from '../../http-request.ts';
import { textWithCount } from '../../message/fitting.ts';
import {
  capacityOf,
  fitsJson,
  type JsonLayout,
  layOutJson,
  plainOf,
  type Tone,
  toneOf,
} from '../../message/plain-layout.ts';
import { createOwnChannel, type OwnChannelOptions } from '../own-channel.ts';
import { parseBody, resultOfAnswer } from '../provider-result.ts';

export interface WebPushChannelOptions extends OwnChannelOptions {
  /** The installation's keys, the private one readable. @throws OtherKeyError when it cannot be opened */
  webPushKeys(): Promise<WebPushKeys>;
  /** Whether an address is a push service; those of browser vendors except in tests. */
  isPushService?: (address: URL) => boolean;
}

/** The data for the pages' service worker. `tag`: the same for a repeated message, which a browser shows once. */
export interface WebPushPayload {
  title: string;
  body: string;
  /** The address that a click opens. */
  url: string;
  tag: string;
}

/** Bytes before encryption. Push services accept 4,096 after it (RFC 8030, section 7.2), some of them fewer. */
const mostBytes = 3_072;
/** How long a push service keeps a message for an offline browser (RFC 8030, section 5.2). */
const keptSeconds = 24 * 3_600;
/** RFC 8030, section 5.3: only urgent messages wake a phone that saves battery. */
const urgencies: Record<Tone, 'high' | 'normal'> = {
  outage: 'high',
  problem: 'normal',
  recovery: 'normal',
  other: 'normal',
};

const layout = (tag: string, publicUrl: string): JsonLayout<WebPushPayload> => ({
  text: mostBytes,
  whole: mostBytes,
  build: (message, body) => {
    // A notification opens one page: that of the requested action, if there is one.
    const url = message.links.at(-1)?.url ?? publicUrl;
    const said = { ...message, text: textWithCount(message), links: [] };
    return { title: message.title, body: body(said), url, tag };
  },
});

/** The length of message ids. */
const longestTag = 'x'.repeat(32);

/** Browser notifications: Web Push (RFC 8030), encrypted for one browser (RFC 8291), signed with VAPID (RFC 8292). */
export function createWebPushChannel(options: WebPushChannelOptions): Channel {
  const { isPushService: isAllowed = isPushService, webPushKeys } = options;
  return createOwnChannel(
    {
      name: 'web_push',
      capacity: (contents, publicUrl) =>
        capacityOf(contents, publicUrl, (message) => fitsJson(message, layout(longestTag, publicUrl))),
      async send(config, outgoing, { ask, extras }) {
        const url = new URL(config.endpoint);
        if (!isAllowed(url))
          return { outcome: 'give-up', reason: 'the address is no push service of a browser vendor' };
        const keys = await openKeys(webPushKeys);
        if (keys instanceof OtherKeyError) return { outcome: 'retry', reason: keys.message };
        const payload = layOutJson(plainOf(outgoing, extras), layout(extras.messageId, extras.publicUrl));
        const request = await encrypted(config, payload, keys, { urgency: urgencies[toneOf(outgoing)], extras });
        return request === null
          ? { outcome: 'give-up', reason: 'the keys of the subscription are not valid: add the browser again' }
          : resultOf(await ask({ url, ...request }));
      },
    },
    options,
  );
}

async function openKeys(webPushKeys: WebPushChannelOptions['webPushKeys']): Promise<WebPushKeys | OtherKeyError> {
  try {
    return await webPushKeys();
  } catch (error) {
    if (error instanceof OtherKeyError) return error;
    throw error;
  }
}

/** The request built by the library, to be sent through the dialer. Null when the subscription's keys are invalid. */
async function encrypted(
  { endpoint, p256dh, auth }: ChannelConfig<'web_push'>,
  payload: WebPushPayload,
  keys: WebPushKeys,
  { urgency, extras }: { urgency: 'high' | 'normal'; extras: MessageExtras },
): Promise<Omit<ProviderRequest, 'url'> | null> {
  const { default: webPush } = await import('web-push');
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: {
          subject: contactOf(extras.publicUrl),
          publicKey: keys.public_key,
          privateKey: keys.private_key,
        },
        contentEncoding: 'aes128gcm',
        TTL: keptSeconds,
        urgency,
        // A message that is sent again replaces the one that still waits (RFC 8030, section 5.4).
        ...(/^[\w-]{1,32}$/.test(extras.messageId) ? { topic: extras.messageId } : {}),
      },
    );
    return { method: 'POST', headers: withoutLength(headers), body };
  } catch {
    return null;
  }
}

/** The length is set with the body. */
const withoutLength = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );

/** The contact for push services (RFC 8292, section 2.1): an https or mailto address. */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:postmaster@${new URL(publicUrl).hostname}`;

/** Firefox: `{"code":410,"errno":106,"error":"Gone","message":"Request did not validate …"}`; others answer with text. */
const refusal = z.object({ message: z.string() });

/** RFC 8030, section 7.3: 404 and 410 mean that the subscription is gone permanently. */
function resultOf(answer: ProviderAnswer): SendResult {
  if (answer.status === 404 || answer.status === 410) {
    return { outcome: 'give-up', reason: `HTTP ${answer.status}: the browser has unsubscribed`, isGone: true };
  }
  return resultOfAnswer(answer, {
    words: (body) => parseBody(refusal, body)?.message ?? null,
    contentStatuses: [413],
    finalStatuses: [400],
  });
}
