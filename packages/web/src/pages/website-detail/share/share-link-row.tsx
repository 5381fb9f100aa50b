import type { ShareLink } from '@upvigil/core/contract/share-links';
import { accessMessages } from '@upvigil/core/texts/access';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { failureText } from '../../../failures.ts';

interface ShareLinkRowProps {
  link: ShareLink;
  onRevoked: () => Promise<unknown>;
}

/** One share link with its number of views. A valid link can be copied and revoked. */
export function ShareLinkRow({ link, onRevoked }: ShareLinkRowProps) {
  const dialogs = useDialogs();
  const [isRevoking, setRevoking] = useState(false);
  const { url, name } = link;
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      dialogs.notify('Link copied');
    } catch {
      // Browsers provide the clipboard only over https. Otherwise the dialog shows the text to copy by hand.
      await dialogs.alert(`The browser blocked copying. The link is ${text}`);
    }
  };
  const revoke = async () => {
    setRevoking(true);
    try {
      await (await api()).shareLinks.remove({ params: { shareLinkId: link.id } });
      dialogs.notify(accessMessages.shareLink.revoked(link.id));
      await onRevoked();
    } catch (error) {
      await dialogs.alert(`Failed to revoke the link: ${failureText(error)}`);
    }
    setRevoking(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-2 border-t border-(--border) py-2">
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-xs text-(--muted)">{aboutOf(link)}</span>
      </span>
      {url === null ? null : (
        <>
          <Button size="small" aria-label={`Copy link ${name}`} onClick={() => void copy(url)}>
            Copy link
          </Button>
          <Button size="small" aria-label={`Revoke ${name}`} pending={isRevoking} onClick={() => void revoke()}>
            Revoke
          </Button>
        </>
      )}
    </li>
  );
}

function aboutOf({ revoked_at, url, expires_at, views }: ShareLink): string {
  const day = (time: string) => formatTime(time, 'date');
  const state =
    revoked_at === null ? `${url === null ? 'expired' : 'until'} ${day(expires_at)}` : `revoked ${day(revoked_at)}`;
  return `${state}, ${views} ${views === 1 ? 'view' : 'views'}`;
}
