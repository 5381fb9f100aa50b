import { useQuery } from '@tanstack/react-query';
import type { Silence } from '@upvigil/core/contract/silences';
import { Suspense, useState } from 'react';
import { Button } from '../components/basics/button.tsx';
import { RowAction } from '../components/rows/row-actions.tsx';
import { RowIcon } from '../components/rows/row-icon.tsx';
import { lazyPart } from '../reachability/lazy-part.tsx';
import { silences } from './silence-queries.ts';
import { untilWords } from './until-words.ts';
import { type Muted, useMuting } from './use-muting.ts';

const MuteDialog = lazyPart(async () => ({ default: (await import('./mute-dialog.tsx')).MuteDialog }));

interface MuteProps {
  target: Muted;
  /** Name of the muted target. */
  name: string;
}

/** Active silence of a website or monitor, and the actions that start and end a silence. */
function useMute({ target }: MuteProps, isOneOfMany: boolean) {
  const { data } = useQuery({
    ...silences(),
    select: (all) => silenceOf(all, target),
    // The query of the website's button refreshes all rows.
    ...(isOneOfMany ? { refetchInterval: false } : {}),
  });
  const { unmute } = useMuting();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    if (!data) return setAsking(true);
    setBusy(true);
    await unmute(data);
    setBusy(false);
  };
  return { silence: data, isBusy, isAsking, press: () => void press(), close: () => setAsking(false) };
}

const silenceOf = (all: readonly Silence[], target: Muted): Silence | null =>
  all.find((silence) =>
    'website_id' in target
      ? silence.website_id === target.website_id && silence.monitor_id === null
      : silence.monitor_id === target.monitor_id,
  ) ?? null;

/** Mutes a website. While muted, shows the end of the silence and an Unmute button. */
export function MuteButton(props: MuteProps) {
  const { silence, isBusy, isAsking, press, close } = useMute(props, false);
  const until = silence ? `(until ${untilWords(silence.until, Date.now())})` : '';
  const label = silence ? `Unmute ${until}` : 'Mute';
  return (
    <>
      <Button
        isRequest
        pending={isBusy}
        icon={<RowIcon of={silence ? 'unmute' : 'mute'} />}
        onClick={press}
        aria-label={label}
        title={silence ? label : undefined}
      >
        <span>
          {/* Only the website header has room for a label. */}
          {silence ? 'Unmute ' : 'Mute'}
          <span className="max-xl:hidden">{until}</span>
        </span>
      </Button>
      <AskedFor {...props} isAsking={isAsking} onClose={close} />
    </>
  );
}

/** The mute button of a monitor's row. */
export function MuteAction(props: MuteProps) {
  const { silence, isBusy, isAsking, press, close } = useMute(props, true);
  const text = silence ? `Unmute (until ${untilWords(silence.until, Date.now())})` : 'Mute';
  return (
    <>
      <RowAction
        text={text}
        aria-label={`${text} ${props.name}`}
        isBusy={isBusy}
        isRequest
        icon={<RowIcon of={silence ? 'unmute' : 'mute'} />}
        onClick={press}
      />
      <AskedFor {...props} isAsking={isAsking} onClose={close} />
    </>
  );
}

const AskedFor = ({ isAsking, ...props }: MuteProps & { isAsking: boolean; onClose: () => void }) =>
  isAsking ? (
    <Suspense fallback={null}>
      <MuteDialog {...props} />
    </Suspense>
  ) : null;
