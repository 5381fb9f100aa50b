import { channelNames, type DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { Button } from '../../../../components/basics/button.tsx';
import { ModalDialog } from '../../../../components/dialogs/modal-dialog.tsx';

interface KindChoiceProps {
  onChoose: (kind: DeliveryChannel) => void;
  onClose: () => void;
}

export const KindChoice = ({ onChoose, onClose }: KindChoiceProps) => (
  <ModalDialog title="Add Channel" onClose={onClose}>
    <div className="grid gap-4">
      {kindGroups.map(({ title, kinds }, group) => (
        <section key={title} aria-label={title} className="grid gap-2">
          <h3 className="text-[0.8125rem]">{title}</h3>
          <div className="grid gap-2 sm:grid-cols-2">
            {kinds.map((kind, at) => (
              <Button
                key={kind}
                className="justify-start"
                data-initial-focus={group + at === 0 || undefined}
                onClick={() => onChoose(kind)}
              >
                {nameOfKind(kind)}
              </Button>
            ))}
          </div>
        </section>
      ))}
    </div>
  </ModalDialog>
);

/** Capitalized name for headings: 'Email', 'ntfy'. */
export const nameOfKind = (kind: DeliveryChannel): string => (kind === 'email' ? 'Email' : channelNames[kind]);

interface KindGroup {
  title: string;
  kinds: readonly DeliveryChannel[];
}

/** Channel kinds in groups. */
export const kindGroups: readonly KindGroup[] = [
  {
    title: 'Chat',
    kinds: ['slack', 'discord', 'telegram', 'teams', 'google_chat', 'mattermost', 'matrix', 'signal'],
  },
  { title: 'Phone and browser', kinds: ['web_push', 'ntfy', 'pushover', 'gotify'] },
  { title: 'On call', kinds: ['pagerduty', 'jsm'] },
  { title: 'Email and SMS', kinds: ['email', 'sms', 'twilio'] },
  { title: 'Your own program', kinds: ['webhook', 'apprise'] },
];
