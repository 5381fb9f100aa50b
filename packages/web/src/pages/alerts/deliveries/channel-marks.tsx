import { Hash, Mail, MessageSquare } from 'lucide-react';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import type { ChannelMark } from './alert-deliveries.ts';

const icons: Readonly<Record<string, typeof Mail>> = { email: Mail, sms: MessageSquare, slack: Hash };

/** Channels side by side, each with its delivery state: an icon for a built-in one, its name for another. */
export const ChannelMarks = ({ marks }: { marks: readonly ChannelMark[] }) => (
  <ul aria-label="Notified by" className="flex flex-wrap gap-x-2.5">
    {marks.map(({ key, name, tone, word }) => {
      const Icon = icons[key];
      return (
        <li key={key} className={`flex items-center gap-1 ${toneText[tone]}`} title={`${name}: ${word}`}>
          {Icon ? <Icon aria-hidden="true" size={15} strokeWidth={1.75} className="text-(--hint)" /> : null}
          <span className={Icon ? 'sr-only' : 'max-w-24 truncate'}>{name}</span>
          <ToneIcon tone={tone} />
          <span className="sr-only">: {word}</span>
        </li>
      );
    })}
  </ul>
);
