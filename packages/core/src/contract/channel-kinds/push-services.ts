/** Firefox (autopush), Edge (Windows Push Notification Services) and Safari have hosts of several names. */
const domains = ['push.services.mozilla.com', 'notify.windows.com', 'push.apple.com'];
/** Chrome and what is made of it. */
const chrome = 'fcm.googleapis.com';

/**
 * Whether an address is that of a browser vendor's push service. Whoever may enter a subscription could otherwise have the
 * server send requests to any host.
 */
export function isPushService({ protocol, hostname, port, username, password }: URL): boolean {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return hostname === chrome || domains.some((domain) => hostname.endsWith(`.${domain}`));
}
