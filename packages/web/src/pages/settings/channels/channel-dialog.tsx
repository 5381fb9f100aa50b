import type { Channel } from '@upvigil/core/contract/channels';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { channelMessages } from '@upvigil/core/texts/channels';
import { MadeSecretDialog } from '../../../components/secrets/made-secret-dialog.tsx';
import { ChannelFormDialog } from './form/channel-form-dialog.tsx';
import { KindChoice } from './form/kind-choice.tsx';
import { AddBrowserDialog } from './push/add-browser-dialog.tsx';
import type { ChannelActions } from './use-channel-actions.ts';

/** The open dialog: the choice of a kind, the form of a channel, or a new signing secret. */
export type OpenChannelDialog =
  | { step: 'choose' }
  | { step: 'form'; kind: DeliveryChannel; channel: Channel | null }
  | { step: 'secret'; name: string; secret: string };

interface ChannelDialogProps {
  open: OpenChannelDialog;
  actions: ChannelActions;
  onOpen: (open: OpenChannelDialog | null) => void;
}

export function ChannelDialog({ open, actions, onOpen }: ChannelDialogProps) {
  const close = () => onOpen(null);
  const choose = () => onOpen({ step: 'choose' });
  if (open.step === 'secret') {
    const title = `Signing secret of ${open.name}`;
    return <MadeSecretDialog title={title} about={channelMessages.secretOnce} secret={open.secret} onClose={close} />;
  }
  if (open.step === 'choose') {
    return <KindChoice onChoose={(kind) => onOpen({ step: 'form', kind, channel: null })} onClose={close} />;
  }
  const { kind, channel } = open;
  const save: Parameters<typeof ChannelFormDialog>[0]['save'] = async (input) => {
    const secret = await actions.save(channel, input);
    onOpen(secret === null ? null : { step: 'secret', name: input.name, secret });
  };
  if (kind === 'web_push' && channel === null) {
    return <AddBrowserDialog save={save} onBack={choose} onClose={close} />;
  }
  return (
    <ChannelFormDialog
      key={channel?.id ?? kind}
      kind={kind}
      channel={channel}
      save={save}
      onBack={channel ? null : choose}
      onClose={close}
    />
  );
}
