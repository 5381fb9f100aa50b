import { createRoot } from 'react-dom/client';
import { type Client, ConfirmDialog } from './confirm-dialog.tsx';

/** The question that is open: requests that come meanwhile wait for the same answer. */
let asked: Promise<boolean> | null = null;

/** Asks for the password once more, and gives it. Resolves with whether it was right. It stands over all else, dialogs too. */
export function askToConfirm(client: Client): Promise<boolean> {
  asked ??= show(client).finally(() => {
    asked = null;
  });
  return asked;
}

/** A tree of its own: what asks for it may be any request of any page. */
function show(client: Client): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean): void => {
      root.unmount();
      place.remove();
      resolve(isConfirmed);
    };
    root.render(<ConfirmDialog client={client} onAnswer={answer} />);
  });
}
