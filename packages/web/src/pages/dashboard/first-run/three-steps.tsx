import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { Hash, type LucideIcon, Mail, Send, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../../components/basics/button.tsx';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';

/** Steps that complete the installation. The first one is the form beside it. */
export function ThreeSteps({ isFirstDone }: { isFirstDone: boolean }) {
  return (
    <section aria-labelledby="three-steps" className="card flex flex-col">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="three-steps">Ready in three steps</h2>
        <span className="text-xs text-(--hint)">{isFirstDone ? '1 of 3 done' : '1 of 3'}</span>
      </div>
      <ol className="mt-1 grid flex-1 *:border-(--border) *:not-first:border-t">
        <Step number={1} isNow={!isFirstDone} isDone={isFirstDone} title="Add the first website">
          {isFirstDone
            ? 'It is checked automatically from now on.'
            : 'Its URLs and network services are checked from this machine.'}
        </Step>
        <Step
          number={2}
          isNow={isFirstDone}
          title="Choose who is notified"
          action={isFirstDone ? <Channels /> : <Link to="/settings?setup">Set up alerts</Link>}
        >
          Email, SMS or Slack. Until then, alerts only appear in the list.
        </Step>
        <Step
          number={3}
          title="Share the status page"
          action={
            <Link to="/status" target="_blank" rel="noopener">
              See it <span className="sr-only">(the status page opens in a new tab)</span>
            </Link>
          }
        >
          Public, without sign-in, with your brand.
        </Step>
      </ol>
    </section>
  );
}

const channels: readonly { kind: DeliveryChannel; name: string; Icon: LucideIcon }[] = [
  { kind: 'email', name: 'Email', Icon: Mail },
  { kind: 'slack', name: 'Slack', Icon: Hash },
  { kind: 'telegram', name: 'Telegram', Icon: Send },
  { kind: 'web_push', name: 'This browser', Icon: Smartphone },
];

/** The usual channels, as the next thing to do. */
const Channels = () => (
  <span className="grid justify-items-start gap-2.5 pt-1">
    <span className="flex flex-wrap gap-1.5">
      {channels.map(({ kind, name, Icon }, at) => (
        <Link
          key={kind}
          to={`/settings?setup=${kind}`}
          className={`${buttonClass(at === 0 ? 'primary' : 'quiet', 'small')} ${at === 0 ? 'text-(--on-ink)!' : 'text-(--text)!'}`}
        >
          <Icon aria-hidden="true" size={16} strokeWidth={1.5} />
          {name}
        </Link>
      ))}
    </span>
    <Link to="/settings?setup">Set up alerts</Link>
  </span>
);

interface StepProps {
  number: number;
  title: string;
  isNow?: boolean;
  isDone?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

function circleOf(isNow: boolean, isDone: boolean): string {
  if (isDone) return 'border-transparent bg-(--up-bg) text-(--up-fg)';
  return isNow ? 'border-(--ink) bg-(--ink) text-(--on-ink)' : 'border-(--border-strong) text-(--muted)';
}

const Step = ({ number, title, isNow = false, isDone = false, action, children }: StepProps) => (
  <li
    aria-current={isNow ? 'step' : undefined}
    className="grid grid-cols-[28px_minmax(0,1fr)] content-center gap-3 py-4"
  >
    <span
      aria-hidden="true"
      className={`grid size-7 place-items-center rounded-full border-[1.5px] text-[0.8125rem] font-semibold ${circleOf(isNow, isDone)}`}
    >
      {isDone ? <ToneIcon tone="up" /> : number}
    </span>
    <div>
      <h3 className="text-sm">
        {title}
        {isDone ? <span className="sr-only">: done</span> : null}
      </h3>
      <p className="mt-0.5 text-[0.8125rem] text-(--muted)">{children}</p>
      {action ? <p className="mt-1.5 text-[0.8125rem] [&_a]:no-underline [&_a:hover]:underline">{action}</p> : null}
    </div>
  </li>
);
