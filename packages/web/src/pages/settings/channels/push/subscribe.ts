import { pushMessages } from '@upvigil/core/texts/channels';

/** Push subscription in the format of a channel's settings. */
interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const workerFile = '/push-worker.js';

/** Why this browser cannot receive push messages; null if it can, or if the permission can be requested. */
export function pushTrouble(): string | null {
  if (!window.isSecureContext) return pushMessages.insecure;
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return pushMessages.unsupported;
  return Notification.permission === 'denied' ? pushMessages.blocked : null;
}

/**
 * Requests the permission, then subscribes this browser. Rejects with the reason of a failure. `readKey`: the server's
 * public key as base64url.
 */
export async function subscribeBrowser(readKey: () => Promise<string>): Promise<BrowserSubscription> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted')
    throw new Error(permission === 'denied' ? pushMessages.blocked : pushMessages.dismissed);
  const applicationServerKey = bytesOf(await readKey());
  try {
    await navigator.serviceWorker.register(workerFile, { updateViaCache: 'none' });
    const { pushManager } = await navigator.serviceWorker.ready;
    // A subscription with another key, such as one of an earlier installation, would block a new one.
    const old = await pushManager.getSubscription();
    if (old && !isFor(old, applicationServerKey)) await old.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    const { endpoint = '', keys = {} } = subscription.toJSON();
    return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
  } catch (error) {
    throw new Error(pushMessages.failed(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}

/** 'Firefox on Linux', from the user agent string; 'This browser' if unknown. */
export function browserName(userAgent: string): string {
  const browsers: [RegExp, string][] = [
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrome\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ];
  const systems: [RegExp, string][] = [
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ];
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  return [browser ?? 'This browser', system].filter(Boolean).join(' on ');
}
