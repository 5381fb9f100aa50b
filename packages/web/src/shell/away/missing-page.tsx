import { createContext, useContext, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { formatTime } from '../../components/time/time-format.ts';
import { serverWatch, useReachability } from '../../reachability/watch-server.ts';
import { BrokenPage } from '../boundary/page-boundary.tsx';
import { PageHeading } from '../page-heading.tsx';
import { AwayIcon, TryNow } from './away-strip.tsx';

/** Called with true while the page shows no data, so that the strip of the shell names no time. */
export const PageIsMissing = createContext<(isMissing: boolean) => void>(() => undefined);

interface FailedPageProps {
  /** 'Alerts', 'The website'. */
  name: string;
  /** Loads its code. */
  load: () => Promise<unknown>;
  onLoaded: () => void;
}

/** Replaces a page that failed: its code could not be loaded while the server is away, or it contains an error. */
export function FailedPage(props: FailedPageProps) {
  const [answers, setAnswers] = useState<boolean | null>(null);
  useEffect(() => void serverWatch.attempt().then(setAnswers), []);
  if (answers === null) return <Spinner />;
  return answers ? <BrokenPage /> : <MissingPage {...props} />;
}

/** In ms. Cached code loads faster than `patience`; `again`: the server may be back before it counts as away. */
const waits = { patience: 300, again: 3_000 } as const;

/** Replaces a page whose code is missing while the server is away. Shows the page as soon as its code is loaded. */
export function MissingPage({ name, load, onLoaded }: FailedPageProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const tryNow = () => void load().then(onLoaded, () => setIsShown(true));
    tryNow();
    const timers = [setTimeout(() => setIsShown(true), waits.patience), setTimeout(tryNow, waits.again)];
    const stop = serverWatch.follow({ onBack: tryNow });
    return () => {
      for (const timer of timers) clearTimeout(timer);
      stop();
    };
  }, [load, onLoaded]);
  return isShown ? <Missing name={name} /> : <Spinner />;
}

function Missing({ name }: Pick<FailedPageProps, 'name'>) {
  const { answeredAt, failures } = useReachability();
  const noteMissing = useContext(PageIsMissing);
  useEffect(() => {
    noteMissing(true);
    return () => noteMissing(false);
  }, [noteMissing]);
  return (
    <div className="grid min-h-[calc(100dvh-200px)] content-start justify-items-center pt-[13vh] pb-2 text-center">
      <span className="grid size-14 place-items-center rounded-2xl border border-(--border) bg-(--surface) text-(--muted)">
        <AwayIcon size={26} />
      </span>
      <div className="mt-5">
        <PageHeading title={`${name} could not be loaded`} />
      </div>
      <p className="mt-2 max-w-[46ch] text-[0.9375rem] leading-6 text-pretty text-(--muted)">
        This browser has no copy of the page, and the server does not answer. The page opens here as soon as the server
        is back.
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3 max-md:w-full max-md:[&>*]:flex-[1_1_140px]">
        <TryNow className={buttonClass('primary')} />
        {name === 'Dashboard' ? null : (
          <Link to="/" className={buttonClass()}>
            Back to Dashboard
          </Link>
        )}
      </div>
      <p className="mt-7 max-w-[52ch] border-t border-(--border) pt-4 text-[0.8125rem] leading-5 text-(--hint)">
        {failures === 1 ? '1 attempt' : `${failures} attempts`} since {formatTime(answeredAt, 'hourMinute')}. Checks and
        notifications run on the server, not in this window. If the server itself is down, they wait until it is back.
      </p>
    </div>
  );
}
