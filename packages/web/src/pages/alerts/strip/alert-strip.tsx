import type { Notice } from '@upvigil/core/contract/notices';
import type { Silence } from '@upvigil/core/contract/silences';
import { type ReactNode, useState } from 'react';
import { nameOfSilence, untilWords } from '../../../alerting/until-words.ts';
import { useMuting } from '../../../alerting/use-muting.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Time } from '../../../components/time/time.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import type { Strip } from './use-strip.ts';

/** Number of lines before 'Show more'. */
const shownLines = 3;

/** Notices and silences above the alerts; nothing without any. */
export function AlertStrip({ notices, silences }: Strip) {
  const [isWhole, setWhole] = useState(false);
  const lines = [
    ...notices.map((notice) => <NoticeLine key={`notice ${notice.id}`} notice={notice} />),
    ...silences.map((silence) => <SilenceLine key={`silence ${silence.id}`} silence={silence} />),
  ];
  if (lines.length === 0) return null;
  const rest = lines.length - shownLines;
  return (
    <section aria-label="Notices" className="card grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">{isWhole ? lines : lines.slice(0, shownLines)}</ul>
      {rest > 0 ? (
        <div>
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show ${rest} more`}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function NoticeLine({ notice: { message, remedy, began_at, ended_at } }: { notice: Notice }) {
  const tone = ended_at === null ? 'warn' : 'none';
  return (
    <Line icon={<ToneIcon tone={tone} size={16} />} className={toneText[tone]}>
      {message}
      <span className="text-xs text-(--muted)">
        {ended_at === null ? 'since ' : 'ended '}
        <Time value={ended_at ?? began_at} />
      </span>
      {ended_at === null ? <span className="basis-full text-(--muted)">{remedy}</span> : null}
    </Line>
  );
}

function SilenceLine({ silence }: { silence: Silence }) {
  const { unmute } = useMuting();
  const [isBusy, setBusy] = useState(false);
  const name = nameOfSilence(silence);
  const end = async () => {
    setBusy(true);
    await unmute(silence);
    setBusy(false);
  };
  return (
    <Line icon={<ToneIcon tone="none" size={16} />} isTall>
      <span className="py-1.5 max-md:py-3 pointer-coarse:py-3">
        {name} is muted until {untilWords(silence.until, Date.now())}
      </span>
      {silence.reason ? <span className="text-(--muted)">{silence.reason}</span> : null}
      <Button size="small" pending={isBusy} onClick={() => void end()}>
        Unmute <span className="sr-only">{name}</span>
      </Button>
    </Line>
  );
}

interface LineProps {
  icon: ReactNode;
  className?: string;
  /** The text is as tall as a button, so the icon is centred on it. */
  isTall?: boolean;
  children: ReactNode;
}

const Line = ({ icon, className = '', isTall = false, children }: LineProps) => (
  <li className={`flex items-start gap-2 ${className}`}>
    <span className={isTall ? 'mt-2 max-md:mt-3.5 pointer-coarse:mt-3.5' : 'mt-0.5'}>{icon}</span>
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">{children}</span>
  </li>
);
