import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import type { Channel, ChannelInput } from '@upvigil/core/contract/channels';
import { ApiError } from '@upvigil/core/contract/errors';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { channelMessages } from '@upvigil/core/texts/channels';
import type { z } from 'zod';
import { api } from '../../../../api/api.ts';
import { Button } from '../../../../components/basics/button.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { TestResult } from '../../../../components/forms/test-result.tsx';
import { type ContractForm, showRefusedFields } from '../../../../components/forms/use-contract-form.ts';
import { testOutcome, useTestAction } from '../../../../components/forms/use-test-action.ts';
import { detailOr } from '../../../../failures.ts';
import { type ChannelFormValues, fieldsOfKind, valuesOf } from './channel-form.ts';
import { nameOfKind } from './kind-choice.tsx';

interface ChannelFormDialogProps {
  kind: DeliveryChannel;
  /** The channel to edit; null adds one. */
  channel: Channel | null;
  save: (input: ChannelInput) => Promise<unknown>;
  /** Returns to the choice of a kind; null without one. */
  onBack: (() => void) | null;
  onClose: () => void;
}

/** The contract's types depend on the kind, which the form knows only at run time. */
async function loadSchema(isNew: boolean): Promise<z.ZodType<ChannelInput, ChannelFormValues>> {
  const { channelChange, channelInput } = await import('@upvigil/core/contract/channels');
  return (isNew ? channelInput : channelChange) as unknown as z.ZodType<ChannelInput, ChannelFormValues>;
}

/** Form of a channel with the fields of its kind. */
export const ChannelFormDialog = ({ kind, channel, save, onBack, onClose }: ChannelFormDialogProps) => (
  <FormDialog<ChannelFormValues, ChannelInput>
    title={`${channel ? 'Edit' : 'Add'} ${nameOfKind(kind)}`}
    onClose={onClose}
    buttons={() =>
      onBack ? (
        <Button kind="bare" onClick={onBack}>
          Another kind
        </Button>
      ) : null
    }
    fields={[
      () => <About kind={kind} />,
      { kind: 'text', name: 'name', label: 'Name', hint: 'Shown in alerts and rules' },
      ...(kind === 'web_push' ? [] : fieldsOfKind(kind)),
      { kind: 'switch', name: 'enabled', label: 'Enabled' },
      {
        kind: 'checkbox',
        name: 'add_to_default_policy',
        label: channelMessages.addToDefault,
        isShown: () => channel === null,
      },
      ({ form }) => <ConfigTest form={form} channel={channel} />,
    ]}
    loadSchema={() => loadSchema(channel === null)}
    defaultValues={valuesOf(kind, channel)}
    save={save}
    failure={(error) => detailOr(error, channelMessages.saveFailed)}
  />
);

function About({ kind }: { kind: DeliveryChannel }) {
  const { about, documentation } = channelConfigs[kind];
  return (
    <p className="text-(--muted)">
      {about}{' '}
      <a href={documentation} target="_blank" rel="noopener noreferrer">
        Documentation<span className="sr-only"> of {nameOfKind(kind)} (opens in a new tab)</span>
      </a>
    </p>
  );
}

/** Sends a test message with the form values, without saving them. */
function ConfigTest({ form, channel }: { form: ContractForm<ChannelFormValues>['form']; channel: Channel | null }) {
  const { kind, config } = form.watch();
  const send = async () => {
    try {
      const body = { kind, config, ...(channel ? { channel_id: channel.id } : {}) };
      return await (await api()).channels.test({ body });
    } catch (error) {
      if (error instanceof ApiError) showRefusedFields(form, error);
      throw error;
    }
  };
  const test = useTestAction({ kind, config }, () => testOutcome(send, channelMessages.testFailed));
  const run = async () => {
    if (await form.trigger('config', { shouldFocus: true })) await test.run();
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button pending={test.isRunning} onClick={() => void run()}>
        Send Test
      </Button>
      <TestResult action={test} />
    </div>
  );
}
