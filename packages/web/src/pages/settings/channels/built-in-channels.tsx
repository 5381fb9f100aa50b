import type { Drill } from '@upvigil/core/contract/drills';
import { type BuiltInChannel, builtInChannels } from '@upvigil/core/contract/names/channels';
import { useState } from 'react';
import { Button } from '../../../components/basics/button.tsx';
import { nameOfKind } from './form/kind-choice.tsx';
import { Proven } from './proven.tsx';
import type { ChannelActions } from './use-channel-actions.ts';

const places: Record<BuiltInChannel, { href: string; words: string }> = {
  email: { href: '/settings', words: 'Notifications' },
  sms: { href: '/settings', words: 'Notifications' },
  slack: { href: '/websites', words: 'each website' },
};

interface BuiltInChannelsProps {
  drills: readonly Drill[];
  actions: ChannelActions;
}

/** Built-in channels, with links to their settings and the results of their drills. */
export const BuiltInChannels = ({ drills, actions }: BuiltInChannelsProps) => (
  <section className="card grid gap-3">
    <h2>Built-in channels</h2>
    <ul>
      {builtInChannels.map((ref) => (
        <BuiltIn key={ref} of={ref} drills={drills.filter((drill) => drill.ref === ref)} actions={actions} />
      ))}
    </ul>
  </section>
);

function BuiltIn({ of: ref, drills, actions }: BuiltInChannelsProps & { of: BuiltInChannel }) {
  const [isDrilling, setDrilling] = useState(false);
  const drill = async () => {
    setDrilling(true);
    await actions.drill(ref);
    setDrilling(false);
  };
  const { href, words } = places[ref];
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-b border-(--border) py-2.5 last:border-0">
      <div className="grid min-w-0 gap-1">
        <h3>{nameOfKind(ref)}</h3>
        <p className="text-xs text-(--muted)">
          Set up in <a href={href}>{words}</a>
        </p>
        <Proven drills={drills} />
      </div>
      {drills.length > 0 ? (
        <Button size="small" pending={isDrilling} onClick={() => void drill()}>
          Start Drill <span className="sr-only">{nameOfKind(ref)}</span>
        </Button>
      ) : null}
    </li>
  );
}
