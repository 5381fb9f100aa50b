import { toneText } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import type { ChannelMark } from './alert-deliveries.ts';

export const ChannelMarks = ({ marks }: { marks: readonly ChannelMark[] }) => (
  <ul aria-label="Notified by" className="flex flex-wrap gap-x-3">
    {marks.map((mark) => (
      <li key={mark.key} className={`flex items-center gap-1 ${toneText[mark.tone]}`} title={mark.word}>
        <ToneIcon tone={mark.tone} />
        {mark.name}
        <span className="sr-only">: {mark.word}</span>
      </li>
    ))}
  </ul>
);
