import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { lazy, memo, Suspense, useId, useState } from 'react';
import { screenshotUrl } from '../../../api/addresses.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Lightbox } from '../../../components/basics/lightbox.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { TagCopy } from '../../../components/basics/tag-copy.tsx';
import { Time } from '../../../components/time/time.tsx';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { ScreenshotThumbnail } from './screenshot-thumbnail.tsx';
import { UrlBadges } from './url-badges.tsx';
import type { UrlActions } from './use-url-actions.ts';

const UrlHistory = lazy(async () => ({ default: (await import('./url-history.tsx')).UrlHistory }));

interface UrlCardProps {
  url: UrlMonitor;
  actions: UrlActions;
  onEdit: (url: UrlMonitor) => void;
}

/** One URL: screenshot, state and actions, and its history on request. Few elements, because there may be hundreds. */
export const UrlCard = memo(function UrlCard({ url, actions, onEdit }: UrlCardProps) {
  const [isHistoryShown, setIsHistoryShown] = useState(false);
  const [isEnlarged, setIsEnlarged] = useState(false);
  const historyId = useId();
  const { newest_screenshot: screenshot } = url;
  const address = withoutCredentials(url.url);
  return (
    <li className={`card ${isHistoryShown ? '' : '[contain-intrinsic-size:auto_132px] [content-visibility:auto]'}`}>
      <div className="flex gap-3 max-sm:flex-wrap">
        <ScreenshotThumbnail path={screenshot?.path ?? null} of={address} onOpen={() => setIsEnlarged(true)} />
        <div className="grid min-w-0 flex-1 content-start gap-2 max-sm:basis-full">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h2 className="font-mono text-[0.8125rem] leading-5 font-medium">{address}</h2>
            <UrlBadges url={url} />
          </div>
          <UrlFacts url={url} />
          <div className="flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:[&>button]:flex-auto max-sm:[&>button]:px-2">
            <Button
              aria-label={`History of ${address}`}
              aria-expanded={isHistoryShown}
              aria-controls={isHistoryShown ? historyId : undefined}
              onClick={() => setIsHistoryShown(!isHistoryShown)}
            >
              History
            </Button>
            <CheckNow url={url} actions={actions} />
            <Button aria-label={`Edit ${address}`} onClick={() => onEdit(url)}>
              Edit
            </Button>
            <Button aria-label={`Delete ${address}`} onClick={() => void actions.remove(url)}>
              Delete
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
      {isEnlarged && screenshot ? (
        <Lightbox
          of={address}
          images={[{ src: screenshotUrl(screenshot.path), takenAt: screenshot.taken_at }]}
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
      <p className="text-xs text-(--muted)">
        {`every ${check_interval}s · timeout ${timeout}s · slow > ${response_time_threshold}s${check_mode === 'browser' ? ' · in a browser' : ''} · last check `}
        {last_check_time ? <Time value={last_check_time} /> : 'Never'}
        {' · 24h uptime '}
        <UptimeFigure percent={url.uptime_24h} />
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
    <Button aria-label={`Check now ${withoutCredentials(url.url)}`} pending={isRunning} onClick={() => void run()}>
      Check now
    </Button>
  );
}
