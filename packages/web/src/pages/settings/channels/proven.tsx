import type { Drill } from '@upvigil/core/contract/drills';
import { proofWords } from '@upvigil/core/status/proof';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';

interface ProvenProps {
  /** One entry for each recipient of the channel. */
  drills: readonly Pick<Drill, 'recipient' | 'proven_at' | 'unproven_since'>[];
}

/** Whether messages are known to arrive, for each recipient. */
export const Proven = ({ drills }: ProvenProps) => (
  <ul className="grid gap-1">
    {drills.map((drill) => {
      const { words, tone } = proofWords(drill.proven_at, drill.unproven_since, Date.now());
      const title = drill.proven_at ?? undefined;
      return (
        <li key={drill.recipient} className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere" title={title}>
          <span className={`flex items-center gap-1.5 ${toneText[tone]}`}>
            <ToneIcon tone={tone} />
            {words}
          </span>
          {drill.recipient === null ? null : <span className="text-(--muted)">{drill.recipient}</span>}
        </li>
      );
    })}
  </ul>
);
