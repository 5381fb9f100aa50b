import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { History, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { lazy, memo, Suspense, useId, useState } from 'react';
import { screenshotUrl } from '../../../api/addresses.ts';
import { Button } from '../../../components/button.tsx';
import { Lightbox } from '../../../components/lightbox.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { TagCopy } from '../../../components/tag-copy.tsx';
import { Time } from '../../../components/time.tsx';
import { UptimeFigure } from '../../../components/uptime-figure.tsx';
import { ScreenshotThumbnail } from './screenshot-thumbnail.tsx';
import { UrlBadges } from './url-badges.tsx';
import type { UrlActions } from './use-url-actions.ts';

const UrlHistory = lazy(async () => ({ default: (await import('./url-history.tsx')).UrlHistory }));

interface UrlCardProps {
  url: UrlMonitor;
  actions: UrlActions;
  onEdit: (url: UrlMonitor) => void;
}

/** One URL: what it shows, how it is, what can be done to it, and its history on request. */
export const UrlCard = memo(function UrlCard({ url, actions, onEdit }: UrlCardProps) {
  const [isHistoryShown, setIsHistoryShown] = useState(false);
  const [isEnlarged, setIsEnlarged] = useState(false);
  const historyId = useId();
  const { last_check: check } = url;
  return (
    <li className={`card ${isHistoryShown ? '' : '[contain-intrinsic-size:auto_132px] [content-visibility:auto]'}`}>
      <div className="flex gap-3 max-sm:flex-wrap">
        <ScreenshotThumbnail path={check?.screenshot_path ?? null} of={url.url} onOpen={() => setIsEnlarged(true)} />
        <div className="grid min-w-0 flex-1 content-start gap-2 max-sm:basis-full">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h2 className="font-mono text-[0.8125rem] leading-5 font-medium">{url.url}</h2>
            <UrlBadges url={url} />
          </div>
          <UrlFacts url={url} />
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<History aria-hidden="true" size={16} strokeWidth={1.5} />}
              aria-expanded={isHistoryShown}
              aria-controls={isHistoryShown ? historyId : undefined}
              onClick={() => setIsHistoryShown(!isHistoryShown)}
            >
              History <span className="sr-only">of {url.url}</span>
            </Button>
            <CheckNow url={url} actions={actions} />
            <Button icon={<Pencil aria-hidden="true" size={16} strokeWidth={1.5} />} onClick={() => onEdit(url)}>
              Edit <span className="sr-only">{url.url}</span>
            </Button>
            <Button
              icon={<Trash2 aria-hidden="true" size={16} strokeWidth={1.5} />}
              onClick={() => void actions.remove(url)}
            >
              Delete <span className="sr-only">{url.url}</span>
            </Button>
          </div>
        </div>
      </div>
      {isHistoryShown ? (
        <div id={historyId} className="mt-4 border-t border-(--border) pt-4">
          <Suspense fallback={<Spinner />}>
            <UrlHistory url={url} />
          </Suspense>
        </div>
      ) : null}
      {isEnlarged && check?.screenshot_path ? (
        <Lightbox
          of={url.url}
          images={[{ src: screenshotUrl(check.screenshot_path), takenAt: check.checked_at }]}
          index={0}
          onIndex={() => undefined}
          onClose={() => setIsEnlarged(false)}
        />
      ) : null}
    </li>
  );
});

function UrlFacts({ url }: { url: UrlMonitor }) {
  const { check_interval, timeout, response_time_threshold, check_mode, last_check_time, metadata_tag, last_check } =
    url;
  return (
    <div className="grid gap-1">
      {metadata_tag ? <TagCopy tag={metadata_tag} value={url.metadata_value} /> : null}
      <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-(--muted)">
        <span>every {check_interval}s</span>
        <span>timeout {timeout}s</span>
        <span>slow &gt; {response_time_threshold}s</span>
        {check_mode === 'browser' ? <span>in a browser</span> : null}
        <span>last check {last_check_time ? <Time value={last_check_time} /> : 'Never'}</span>
        <span>
          24h uptime <UptimeFigure percent={url.uptime_24h} />
        </span>
      </p>
      {last_check?.error_message ? (
        <p className="text-xs wrap-anywhere text-(--down-fg)">{last_check.error_message}</p>
      ) : null}
    </div>
  );
}

function CheckNow({ url, actions }: { url: UrlMonitor; actions: UrlActions }) {
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    await actions.check(url);
    setIsRunning(false);
  };
  return (
    <Button
      icon={<RefreshCw aria-hidden="true" size={16} strokeWidth={1.5} />}
      pending={isRunning}
      onClick={() => void run()}
    >
      Check now <span className="sr-only">{url.url}</span>
    </Button>
  );
}
