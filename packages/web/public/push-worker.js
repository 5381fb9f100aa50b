// Shows push messages from the server and opens their page. It handles no fetch events and caches nothing.
const ownPage = (url) => {
  try {
    const { origin, href } = new URL(url, self.location.origin);
    return origin === self.location.origin ? href : self.location.origin;
  } catch {
    return self.location.origin;
  }
};
const text = (value) => (typeof value === 'string' ? value : '');
const read = (data) => {
  try {
    return Object(data.json());
  } catch {
    return {};
  }
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = read(event.data);
  // A message with the same tag replaces the earlier one. `renotify` alerts the user again.
  const named = text(tag) && { tag, renotify: true };
  const shown = { body: text(body), icon: '/favicon.svg', data: { url: ownPage(text(url)) }, ...named };
  event.waitUntil(self.registration.showNotification(text(title) || 'Upvigil', shown));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = ownPage(text(event.notification.data?.url));
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = pages.find((page) => page.url === url);
    return there ? there.focus() : self.clients.openWindow(url);
  };
  event.waitUntil(open());
});
