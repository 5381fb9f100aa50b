import type { Channel } from '@upvigil/core/contract/channels';
import type { Drill } from '@upvigil/core/contract/drills';
import { unprovenSince } from '@upvigil/core/status/proof';
import { channelMessages } from '@upvigil/core/texts/channels';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { TestResult } from '../../../components/forms/test-result.tsx';
import { Switch, toggled } from '../../../components/forms/toggles.tsx';
import { type TestAction, testOutcome, useTestAction } from '../../../components/forms/use-test-action.ts';
import { Time } from '../../../components/time/time.tsx';
import { nameOfKind } from './form/kind-choice.tsx';
import { Proven } from './proven.tsx';
import type { ChannelActions } from './use-channel-actions.ts';

interface ChannelCardProps {
  channel: Channel;
  /** Drills of its recipients; empty until loaded. */
  drills: readonly Drill[];
  actions: ChannelActions;
  onEdit: (channel: Channel) => void;
  /** Called with a new signing secret to show. */
  onSecret: (channel: Channel, secret: string) => void;
}

/** One channel: name, kind, drill results and actions. */
export function ChannelCard({ channel, drills, actions, onEdit, onSecret }: ChannelCardProps) {
  const { id, kind, name, enabled, created_at, last_sent_at, proven_at, last_error, secrets_missing } = channel;
  const test = useTestAction(channel.config, () =>
    testOutcome(
      async () => (await api()).channels.testSaved({ params: { channelId: id } }),
      channelMessages.testFailed,
    ),
  );
  const unproven_since = unprovenSince({ proven_at, added_at: created_at, first_drill_at: null });
  const known = drills.length > 0 ? drills : [{ recipient: null, proven_at, unproven_since }];
  return (
    <li className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0">
          <h2 className="text-[0.9375rem] leading-5">{name}</h2>
          <p className="text-xs text-(--muted)">{nameOfKind(kind)}</p>
        </div>
        <Switch
          label="Enabled"
          name={`Enabled: ${name}`}
          registration={toggled(enabled, (isOn) => void actions.enable(channel, isOn))}
        />
      </div>
      <dl className="grid gap-3 sm:grid-cols-2">
        <Fact label="Last sent">{last_sent_at ? <Time value={last_sent_at} /> : 'Never'}</Fact>
        <Fact label="Last proven">
          <Proven drills={known} />
        </Fact>
      </dl>
      {last_error ? <p className="wrap-anywhere text-(--down-fg)">Last error: {last_error}</p> : null}
      {secrets_missing ? <p className="text-(--warn-fg)">{channelMessages.secretsMissing}</p> : null}
      <ChannelButtons channel={channel} test={test} actions={actions} onEdit={onEdit} onSecret={onSecret} />
    </li>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-(--muted)">{label}</dt>
    <dd>{children}</dd>
  </div>
);

interface ChannelButtonsProps extends Omit<ChannelCardProps, 'drills'> {
  test: TestAction;
}

function ChannelButtons({ channel, test, actions, onEdit, onSecret }: ChannelButtonsProps) {
  const { id, name, kind } = channel;
  const [isDrilling, setDrilling] = useState(false);
  const drill = async () => {
    setDrilling(true);
    await actions.drill(id);
    setDrilling(false);
  };
  const rotate = async () => {
    const secret = await actions.rotate(channel);
    if (secret !== null) onSecret(channel, secret);
  };
  const of = <span className="sr-only">{name}</span>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" pending={test.isRunning} onClick={() => void test.run()}>
        Send Test {of}
      </Button>
      <Button size="small" pending={isDrilling} onClick={() => void drill()}>
        Start Drill {of}
      </Button>
      {kind === 'webhook' ? (
        <Button size="small" onClick={() => void rotate()}>
          Rotate Secret {of}
        </Button>
      ) : null}
      <Button size="small" onClick={() => onEdit(channel)}>
        Edit {of}
      </Button>
      <Button size="small" onClick={() => void actions.remove(channel)}>
        Delete {of}
      </Button>
      <TestResult action={test} />
    </div>
  );
}
