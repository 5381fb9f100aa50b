import type { Channel } from '@upvigil/core/contract/channels';
import { type DeliveryChannel, deliveryChannels } from '@upvigil/core/contract/names/channels';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import {
  Bell,
  Ellipsis,
  Hash,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  Phone,
  Radio,
  Send,
  Smartphone,
  Users,
  Webhook,
} from 'lucide-react';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { nameOfKind } from '../channels/form/kind-choice.tsx';
import { isComplete, type ServerChannel, serverChannels } from './server-channels.ts';

/** The kinds that most people look for. The others are behind the last tile. */
const usualKinds = [
  { kind: 'slack', Icon: Hash },
  { kind: 'telegram', Icon: Send },
  { kind: 'teams', Icon: Users },
  { kind: 'discord', Icon: MessageCircle },
  { kind: 'ntfy', Icon: Radio },
  { kind: 'web_push', Icon: Smartphone },
  { kind: 'pagerduty', Icon: Bell },
  { kind: 'signal', Icon: Phone },
  { kind: 'webhook', Icon: Webhook },
] as const satisfies readonly { kind: DeliveryChannel; Icon: LucideIcon }[];

const icons: Record<ServerChannel, LucideIcon> = { email: Mail, sms: MessageSquare };

interface WhereProps {
  settings: NotificationSettings;
  channels: readonly Channel[];
  selected: ServerChannel | null;
  onServerChannel: (channel: ServerChannel) => void;
  /** Adds a channel of a kind; null asks for the kind. */
  onKind: (kind: DeliveryChannel | null) => void;
}

/** A tile for each kind of channel, with its state. */
export function Where({ settings, channels, selected, onServerChannel, onKind }: WhereProps) {
  const countOf = (kind: DeliveryChannel) => channels.filter((one) => one.kind === kind && one.enabled).length;
  const rest = deliveryChannels.length - usualKinds.length - Object.keys(serverChannels).length;
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
      {(Object.keys(serverChannels) as ServerChannel[]).map((channel) => (
        <Tile
          key={channel}
          Icon={icons[channel]}
          name={serverChannels[channel].name}
          isOn={isComplete(channel, settings)}
          state={isComplete(channel, settings) ? 'On' : channel === selected ? 'Setting up' : 'Not set up'}
          isSelected={channel === selected}
          onClick={() => onServerChannel(channel)}
        />
      ))}
      {usualKinds.map(({ kind, Icon }) => (
        <Tile
          key={kind}
          Icon={Icon}
          name={kind === 'web_push' ? 'This browser' : nameOfKind(kind)}
          isOn={countOf(kind) > 0}
          state={countOf(kind) > 0 ? `On: ${countOf(kind)}` : 'Not set up'}
          onClick={() => onKind(kind)}
        />
      ))}
      <Tile Icon={Ellipsis} name={`${rest} more`} state="Matrix, Gotify, …" onClick={() => onKind(null)} />
    </div>
  );
}

interface TileProps {
  Icon: LucideIcon;
  name: string;
  state: string;
  isOn?: boolean;
  /** Undefined for a tile that opens a form over the page. */
  isSelected?: boolean;
  onClick: () => void;
}

const Tile = ({ Icon, name, state, isOn = false, isSelected, onClick }: TileProps) => (
  <button
    type="button"
    aria-pressed={isSelected}
    className="grid min-h-13 cursor-pointer grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-x-2.5 rounded-[10px] border border-(--border-strong) bg-(--surface) px-3 py-2 text-left hover:bg-(--hover) aria-pressed:border-(--accent) aria-pressed:bg-(--accent-subtle)"
    onClick={onClick}
  >
    <span
      className={`row-span-2 grid size-7 place-items-center rounded-md ${isSelected ? 'bg-(--ink) text-(--on-ink)' : 'bg-(--none-bg)'}`}
    >
      <Icon aria-hidden="true" size={16} />
    </span>
    <span className="truncate text-[0.8125rem] leading-4.5 font-medium">{name}</span>{' '}
    <span
      className={`flex items-center gap-1 truncate text-[0.6875rem] leading-4 ${isOn ? 'text-(--up-fg)' : 'text-(--muted)'}`}
    >
      {isOn ? <ToneIcon tone="up" size={11} /> : null}
      {state}
    </span>
  </button>
);
