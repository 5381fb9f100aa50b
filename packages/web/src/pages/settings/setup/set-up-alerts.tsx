import { useQuery } from '@tanstack/react-query';
import type { Channel } from '@upvigil/core/contract/channels';
import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { channels as channelsQuery } from '../../../alerting/queries.ts';
import { notificationSettings } from '../../../api/queries.ts';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { ChannelDialog, type OpenChannelDialog } from '../channels/channel-dialog.tsx';
import { useChannelActions } from '../channels/use-channel-actions.ts';
import { ServerChannelForm } from './server-channel-form.tsx';
import { isComplete, type ServerChannel, serverChannels } from './server-channels.ts';
import { Where } from './where.tsx';

const noChannels: readonly Channel[] = [];

/** Sets up one channel after another: where alerts go, then its server, recipients and test in one card. */
export function SetUpAlerts() {
  const query = useQuery(notificationSettings());
  const { data: channels = noChannels } = useQuery(channelsQuery());
  return (
    <>
      <LoadState query={query} title="Could not load the settings">
        <Skeleton height={320} />
      </LoadState>
      {query.data ? <Steps settings={query.data} channels={channels} /> : null}
    </>
  );
}

interface StepsProps {
  settings: NotificationSettings;
  channels: readonly Channel[];
}

function Steps({ settings, channels }: StepsProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const actions = useChannelActions();
  const named = params.get('setup');
  const kind = deliveryChannels.find((each) => each === named && !isServerChannel(each));
  const [dialog, setDialog] = useState<OpenChannelDialog | null>(kind ? { step: 'form', kind, channel: null } : null);
  const selected = isServerChannel(named) ? named : isComplete('email', settings) ? null : 'email';
  return (
    <div className="set-up-alerts grid grid-cols-[minmax(0,1fr)] gap-7 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h2 className="text-xl leading-7">Set Up Alerts</h2>
            <p className="text-(--muted)">Choose where alerts go, test it, and turn it on.</p>
          </div>
          <Link to="/settings" className="text-[0.8125rem]">
            All notification settings
          </Link>
        </div>
        <Step number={1} title="Where" about="You can add more later. Two independent channels are safer than one.">
          <Where
            settings={settings}
            channels={channels}
            selected={selected}
            onServerChannel={(channel) => navigate(`/settings?setup=${channel}`, { replace: true })}
            onKind={(kind) => setDialog(kind === null ? { step: 'choose' } : { step: 'form', kind, channel: null })}
          />
        </Step>
        {selected === null ? null : (
          <Step
            number={2}
            title={serverChannels[selected].name}
            about="Server, recipients and test in one place. The same settings are on the tabs."
          >
            <ServerChannelForm key={selected} channel={selected} settings={settings} />
          </Step>
        )}
      </div>
      <NotifiedNow settings={settings} channels={channels} />
      {dialog ? <ChannelDialog open={dialog} actions={actions} onOpen={setDialog} /> : null}
    </div>
  );
}

const isServerChannel = (name: string | null): name is ServerChannel => name !== null && name in serverChannels;

interface StepProps {
  number: number;
  title: string;
  about: string;
  children: React.ReactNode;
}

const Step = ({ number, title, about, children }: StepProps) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-x-3.5 md:grid-cols-[1.75rem_minmax(0,1fr)]">
    <span
      aria-hidden="true"
      className="grid size-7 place-items-center rounded-full border-[1.5px] border-(--ink) bg-(--ink) text-[0.8125rem] font-semibold text-(--on-ink) max-md:hidden"
    >
      {number}
    </span>
    <div className="min-w-0">
      <h3 className="text-[1.0625rem] leading-7">{title}</h3>
      <p className="mb-2.5 text-[0.8125rem] text-(--muted)">{about}</p>
      {children}
    </div>
  </section>
);

/** The channels that would get an alert now. */
function NotifiedNow({ settings, channels }: StepsProps) {
  const built = (Object.keys(serverChannels) as ServerChannel[]).map((channel) => ({
    key: channel as string,
    name: serverChannels[channel].name,
    isOn: isComplete(channel, settings),
  }));
  const own = channels.map(({ id, name, enabled }) => ({ key: String(id), name, isOn: enabled }));
  return (
    <aside className="card content-start self-start max-xl:hidden" aria-labelledby="notified-now">
      <h3 id="notified-now" className="text-sm">
        Who is notified now
      </h3>
      <ul className="mt-1.5 text-[0.8125rem]">
        {[...built, ...own].map(({ key, name, isOn }) => (
          <li key={key} className="flex items-start gap-2.5 border-t border-(--border) py-2 first:border-t-0">
            <span className={`mt-1 ${isOn ? 'text-(--up-fg)' : 'text-(--muted)'}`}>
              <ToneIcon tone={isOn ? 'up' : 'none'} />
            </span>
            <span className="min-w-0 wrap-anywhere">
              {name}
              <span className="block text-xs text-(--muted)">{isOn ? 'On' : 'Off'}</span>
            </span>
          </li>
        ))}
      </ul>
      <Link to="/settings?tab=routing&explain" className="text-[0.8125rem]">
        Check a monitor and a time
      </Link>
    </aside>
  );
}
