const storageKey = 'toast-after-reload';

/** Loads the page anew, and has it show the message then. */
export function reloadWithToast(message: string): void {
  sessionStorage.setItem(storageKey, message);
  window.location.reload();
}

/** The message that was left before a reload, once. */
export function takeToastAfterReload(): string | null {
  const message = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return message;
}
