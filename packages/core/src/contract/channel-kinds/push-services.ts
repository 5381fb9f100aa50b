/**
 * The push services of Firefox (autopush), Edge (Windows Push Notification Services) and Safari have hosts of several
 * names.
 */
const domains = ['push.services.mozilla.com', 'notify.windows.com', 'push.apple.com'];
/** For all browsers based on Chromium. */
const chrome = 'fcm.googleapis.com';

/**
 * Whether an address belongs to a browser vendor's push service. Otherwise a subscription could make the server send
 * requests to any host.
 */
export function isPushService({ protocol, hostname, port, username, password }: URL): boolean {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return hostname === chrome || domains.some((domain) => hostname.endsWith(`.${domain}`));
}
