import { limits } from '../../limits.ts';
import { secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';
import { isPushService } from './push-services.ts';

/** Created by a browser that subscribes, never typed in. */
export const webPush = defineConfig({
  about: 'A notification of this browser, also while no page of ours is open.',
  documentation: 'https://developer.mozilla.org/en-US/docs/Web/API/PushSubscription',
  fields: {
    endpoint: {
      type: 'address',
      label: 'Endpoint',
      secret: true,
      where: { allows: isPushService, error: 'Endpoint must be at the push service of a browser vendor' },
    },
    p256dh: {
      ...secret('Key', 'Of the subscription'),
      form: { pattern: /^[A-Za-z0-9_-]{87}=?$/, error: 'Key must be the public key of a subscription' },
    },
    auth: {
      ...secret('Auth', 'Of the subscription'),
      form: { pattern: /^[A-Za-z0-9_-]{22}={0,2}$/, error: 'Auth must be the secret of a subscription' },
    },
    browser: { type: 'text', label: 'Browser', maxLength: limits.name.maxLength, optional: true },
  },
});
