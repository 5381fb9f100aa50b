import { secondMs } from '@upvigil/core/time';
import { buttonClass } from '../../components/basics/button.tsx';
import { LineIcon } from '../../components/basics/line-icon.tsx';
import { formatTime } from '../../components/time/time-format.ts';
import { useNow } from '../../components/time/use-now.ts';
import { commonTexts } from '../../language/common-texts.ts';
import type { Reachability } from '../../reachability/reachability.ts';
import { serverWatch, useIsAway, useReachability } from '../../reachability/watch-server.ts';

const paths = {
  away: 'M7 2h13a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-5M10 10 2.5 2.5C2 2 2 2.5 2 5v3a2 2 0 0 0 2 2h6zM22 17v-1a2 2 0 0 0-2-2h-1M4 14a2 2 0 0 0-2 2v4a2 2 0 0 0 2 2h16.5l1-.5.5.5-8-8H4zM6 18h.01M2 2l20 20',
  retry: 'M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5',
} as const;

/** A server without a connection. */
export const AwayIcon = ({ size }: { size: number }) => <LineIcon path={paths.away} size={size} />;

interface AwayStripProps {
  /** Whether the page shows data that may be old by now. */
  hasData?: boolean;
  /** Class for the width of its content: that of the page around it. */
  widthClass?: string;
  /** Whether it is sticky; not needed inside a sticky bar. */
  isSticky?: boolean;
}

/**
 * Says below the top bar of every page that the server does not answer. The region is always there, so that screen
 * readers announce what appears in it; the countdown is for eyes only.
 */
export function AwayStrip({ hasData = true, widthClass = 'max-w-[1344px]', isSticky = false }: AwayStripProps) {
  const isAway = useIsAway();
  return (
    <div role="status" className={isSticky ? 'sticky top-0 z-10' : undefined}>
      {isAway ? <Strip hasData={hasData} widthClass={widthClass} /> : null}
    </div>
  );
}

function Strip({ hasData, widthClass }: Required<Omit<AwayStripProps, 'isSticky'>>) {
  const reachability = useReachability();
  const words = commonTexts();
  return (
    <div className="border-t border-(--warn-g)/30 bg-(--warn-bg) text-(--warn-fg)">
      <div
        className={`mx-auto flex min-h-12 items-center gap-3 px-8 py-2 max-lg:px-5 max-md:items-start max-md:px-4 max-md:py-2.5 ${widthClass}`}
      >
        <span className="max-md:mt-2.5">
          <AwayIcon size={20} />
        </span>
        <p className="min-w-0 flex-1 leading-5">
          <b className="font-semibold max-md:block">{words.awayTitle}</b>{' '}
          {hasData ? `${words.awayAsOf({ time: formatTime(reachability.answeredAt, 'hourMinute') })} ` : ''}
          <span aria-live="off">
            <Countdown {...reachability} />
          </span>
          {reachability.wanted === null ? '' : ` ${words.awayHeld}`}
        </p>
        {hasData ? <TryNow className={buttonClass('warn', 'small')} /> : null}
      </div>
    </div>
  );
}

/** 'Next attempt in 54 s.' */
function Countdown({ nextAt }: Pick<Reachability, 'nextAt'>) {
  const seconds = Math.ceil((nextAt - useNow()) / secondMs);
  const words = commonTexts();
  return seconds > 0 ? words.awayNext({ seconds }) : words.awayTrying;
}

/** Polls the server at once. */
export const TryNow = ({ className }: { className: string }) => (
  <button type="button" className={className} onClick={() => void serverWatch.attempt()}>
    <LineIcon path={paths.retry} size={16} />
    {commonTexts().awayTryNow}
  </button>
);
