const storageKey = 'toast-after-reload';

/** Stores a message that the next signed-in page shows. */
export const leaveToast = (message: string): void => sessionStorage.setItem(storageKey, message);

/** Reloads the page, which then shows the message. */
export function reloadWithToast(message: string): void {
  leaveToast(message);
  window.location.reload();
}

/** Returns and removes the stored message; null without one. */
export function takeToastAfterReload(): string | null {
  const message = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return message;
}
