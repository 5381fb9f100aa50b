const storageKey = 'toast-after-reload';

/** Leaves a message that the next signed-in page shows. */
export const leaveToast = (message: string): void => sessionStorage.setItem(storageKey, message);

/** Loads the page anew, which then shows the message. */
export function reloadWithToast(message: string): void {
  leaveToast(message);
  window.location.reload();
}

/** Takes the message that was left before a reload; null when there is none. */
export function takeToastAfterReload(): string | null {
  const message = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return message;
}
