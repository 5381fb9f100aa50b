import { isPlainRequest } from '@upvigil/core/contract/check-options/plain-request';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { metaTagElement } from '@upvigil/core/format/meta-tag';
import { nameWithAddress, urlTitle } from '@upvigil/core/format/monitor-name';
import { faultSentence } from '@upvigil/core/texts/faults';
import { messages } from '@upvigil/core/texts/messages';
import { urlMessages } from '@upvigil/core/texts/monitors';
import { Copy } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { MuteAction } from '../../../alerting/mute-button.tsx';
import { screenshotUrl } from '../../../api/addresses.ts';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { useNearRow } from '../../../components/lists/use-near-row.ts';
import { CheckStrip } from '../../../components/pulse/check-strip.tsx';
import { DataRow, type Density } from '../../../components/rows/data-row.tsx';
import { DeleteAction, EditAction, RowAction, RowActions } from '../../../components/rows/row-actions.tsx';
import { RowIcon } from '../../../components/rows/row-icon.tsx';
import { splitAddress } from '../../../components/rows/split-address.ts';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { sinceText } from '../../../components/time/time-format.ts';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { ScreenshotThumbnail } from './screenshot-thumbnail.tsx';
import { StatusBadge, UrlMarks } from './url-badges.tsx';
import type { UrlActions } from './use-url-actions.ts';

const UrlHistory = lazyPart(async () => ({ default: (await import('./url-history.tsx')).UrlHistory }));
const Lightbox = lazyPart(async () => ({
  default: (await import('../../../components/dialogs/lightbox.tsx')).Lightbox,
}));

/** From 1100 px on: state, screenshot, address, checks, load time, uptime, last check, actions. */
const columns: Record<Density, string> = {
  comfortable: '92px 64px minmax(0, 1.3fr) minmax(140px, 1fr) 64px 76px 72px 160px',
  compact: '92px minmax(0, 1.5fr) minmax(140px, 1fr) 64px 76px 72px 160px',
};
/** On narrower screens, screenshot and last check are hidden; on small screens, cells are stacked. */
const narrowClass =
  'md:max-[1099px]:[grid-template-columns:84px_minmax(0,2fr)_minmax(80px,1fr)_64px_76px_160px]! md:max-[1099px]:gap-x-3 max-md:grid-cols-[minmax(0,1fr)_auto]';
const wideOnly = 'max-[1099px]:hidden';
/** Rows outside the viewport are laid out when they come into view. */
const closedClass = '[contain-intrinsic-size:auto_40px] [content-visibility:auto]';

interface UrlRowProps {
  url: UrlMonitor;
  density: Density;
  isOpen: boolean;
  onToggle: (urlId: number) => void;
  actions: UrlActions;
  onEdit: (url: UrlMonitor) => void;
  onDuplicate: (url: UrlMonitor) => void;
  /** Row of the first screen. */
  isFirst: boolean;
}

/**
 * One URL: state, screenshot, latest checks, figures and actions, and its history below. Few elements, because there
 * may be hundreds of rows.
 */
export const UrlRow = memo(function UrlRow(props: UrlRowProps) {
  const { url, density, isOpen, isFirst, onToggle } = props;
  const [ref, isNear] = useNearRow<HTMLLIElement>(isFirst);
  return (
    <DataRow
      ref={ref}
      columns={columns[density]}
      density={density}
      className={`${narrowClass} ${isOpen ? '' : closedClass}`}
      isOpen={isOpen}
      onToggle={() => onToggle(url.id)}
      panel={
        <Suspense fallback={<Spinner />}>
          <UrlHistory url={url} />
        </Suspense>
      }
    >
      {(panelId) => <Cells {...props} isNear={isNear} panelId={panelId} />}
    </DataRow>
  );
});

/** `isNear`: whether the row is in or near the viewport. Distant rows omit the strip and the buttons. */
function Cells(props: UrlRowProps & { panelId: string; isNear: boolean }) {
  const { url, density, isNear } = props;
  const title = urlTitle(url);
  return (
    <>
      <div className="max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end">
        <StatusBadge url={url} />
      </div>
      {density === 'compact' ? null : <Picture url={url} title={title} />}
      <div
        className={`min-w-0 max-md:col-start-1 max-md:row-span-2 max-md:row-start-1 ${density === 'compact' ? 'md:flex md:items-center md:gap-x-3' : ''}`}
      >
        <UrlHeading label={url.label} address={withoutCredentials(url.url)} />
        <UrlLine url={url} density={density} />
      </div>
      <div className="h-6.5 max-md:col-start-1 max-md:row-start-3">
        {url.recent_checks && isNear ? (
          <CheckStrip of={title} checks={url.recent_checks} threshold={url.response_time_threshold} />
        ) : null}
      </div>
      <Figures url={url} />
      {isNear ? <UrlRowActions {...props} title={title} /> : <span className="touch:size-11" />}
    </>
  );
}

/** Cause and badges below the address; beside it in compact rows, where a failure replaces all other badges. */
function UrlLine({ url, density }: { url: UrlMonitor; density: Density }) {
  const isCompact = density === 'compact';
  const fault = faultSentence(url, sinceText);
  return (
    <div
      className={`flex min-w-0 items-center gap-x-3 text-xs md:max-[1099px]:gap-x-2 ${isCompact ? `mt-0.5 max-md:flex-wrap md:mt-0 md:max-w-60 ${fault ? '' : 'md:shrink-0'}` : 'mt-0.5 flex-wrap'}`}
    >
      {fault ? (
        <span className={`min-w-0 text-(--warn-fg) ${isCompact ? 'md:truncate' : 'wrap-anywhere'}`} title={fault}>
          {fault}
        </span>
      ) : null}
      {isCompact && fault ? (
        <span className="contents md:hidden">
          <LastSeen url={url} isCompact />
        </span>
      ) : (
        <LastSeen url={url} isCompact={isCompact} />
      )}
    </div>
  );
}

/** Time of the last check, and facts about the URL. */
function LastSeen({ url, isCompact }: { url: UrlMonitor; isCompact: boolean }) {
  const { last_check, metadata_tag, metadata_value } = url;
  const cause = last_check?.error_message;
  return (
    <>
      {cause ? (
        <span
          className={`min-w-0 truncate ${last_check?.is_up ? 'text-(--warn-fg)' : 'text-(--down-fg)'}`}
          title={cause}
        >
          {cause}
        </span>
      ) : null}
      <UrlMarks url={url} />
      {/* Compact rows on wide screens have no screenshot. */}
      {isPlainRequest(url.request) ? null : (
        <span className={`min-w-0 text-(--muted) ${isCompact ? 'md:hidden' : ''}`}>{urlMessages.noScreenshots}</span>
      )}
      {metadata_tag ? (
        <span className="-my-2 inline-flex">
          <TagCopy tag={metadata_tag} value={metadata_value} />
        </span>
      ) : null}
    </>
  );
}

function Picture({ url: { newest_screenshot: screenshot }, title }: { url: UrlMonitor; title: string }) {
  const [isEnlarged, setIsEnlarged] = useState(false);
  return (
    <div className={`flex ${wideOnly}`}>
      <ScreenshotThumbnail path={screenshot?.path ?? null} of={title} onOpen={() => setIsEnlarged(true)} />
      {isEnlarged && screenshot ? (
        <Suspense>
          <Lightbox
            of={title}
            images={[{ src: screenshotUrl(screenshot.path), takenAt: screenshot.taken_at }]}
            index={0}
            onIndex={() => undefined}
            onClose={() => setIsEnlarged(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

const Figures = ({ url: { last_check, uptime_24h, coverage_24h, last_check_time } }: { url: UrlMonitor }) => (
  <>
    <div className="flex items-center justify-end gap-2 text-[0.8125rem] max-md:col-start-2 max-md:row-start-2 max-md:text-xs md:contents">
      <span className="md:text-right">
        <span className="sr-only">Load time </span>
        <Elapsed seconds={last_check?.response_time} />
      </span>
      <span className="md:text-right">
        <span className="sr-only">24h uptime </span>
        <UptimeFigure percent={uptime_24h} coverage={coverage_24h} />
      </span>
    </div>
    <span className={`text-right text-xs text-(--muted) ${wideOnly}`}>
      <span className="sr-only">Last check </span>
      {last_check_time ? <Time value={last_check_time} shape="clock" /> : 'Never'}
    </span>
  </>
);

function UrlRowActions(props: UrlRowProps & { panelId: string; title: string }) {
  const { url, isOpen, panelId, title, actions, onToggle, onEdit, onDuplicate } = props;
  const [isChecking, setIsChecking] = useState(false);
  const check = async () => {
    setIsChecking(true);
    await actions.check(url);
    setIsChecking(false);
  };
  return (
    <RowActions of={title}>
      <RowAction
        text="History"
        aria-label={`History of ${title}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        icon={<RowIcon of="history" />}
        onClick={() => onToggle(url.id)}
      />
      <RowAction
        text="Check now"
        aria-label={`Check now ${title}`}
        isBusy={isChecking}
        isRequest
        icon={<RowIcon of="check" />}
        onClick={() => void check()}
      />
      <MuteAction target={{ monitor_id: url.id }} name={title} />
      <EditAction of={title} onClick={() => onEdit(url)} />
      <DeleteAction of={title} onDuplicate={() => onDuplicate(url)} onClick={() => void actions.remove(url)} />
    </RowActions>
  );
}

/** Column headers for side-by-side cells. The cells repeat them for screen readers. */
export const UrlRowsHead = ({ density }: { density: Density }) => (
  <div
    aria-hidden="true"
    style={{ '--columns': columns[density] } as React.CSSProperties}
    className={`hidden min-h-8.5 items-center gap-x-4 border-b border-(--border) px-5 text-xs font-medium text-(--muted) md:grid md:[grid-template-columns:var(--columns)] ${narrowClass}`}
  >
    <span>Status</span>
    {density === 'compact' ? null : <span className={wideOnly} />}
    <span>URL</span>
    <span className="truncate">Last 48 checks</span>
    <span className="text-right">Load time</span>
    <span className="text-right">24h uptime</span>
    <span className={`text-right ${wideOnly}`}>Last check</span>
  </div>
);

interface TagCopyProps {
  tag: string;
  value: string | null;
}

/** Button that copies the element of the meta tag that the page must contain. Its tooltip shows the tag. */
function TagCopy({ tag, value }: TagCopyProps) {
  const shown = value === null ? tag : `${tag} = "${value}"`;
  const dialogs = useDialogs();
  const element = metaTagElement(tag, value);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(element);
      dialogs.notify(messages.url.metaTagCopied);
    } catch {
      // Browsers provide the clipboard only over https. Otherwise the dialog shows the text to copy by hand.
      await dialogs.alert(`The browser blocked copying. The tag is ${element}`);
    }
  };
  return (
    <button
      type="button"
      aria-label={`Copy meta tag ${tag}`}
      title={`Copy meta tag ${shown}`}
      className="inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-md text-(--muted) hover:bg-(--hover) hover:text-(--text) max-md:size-11 pointer-coarse:size-11"
      onClick={() => void copy()}
    >
      <Copy aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
    </button>
  );
}

/**
 * Label and address of a URL, or its address alone, as the heading of its row. In a narrow row, the host is truncated
 * before the path and keeps two fifths of the width.
 */
function UrlHeading({ label, address }: { label: string | null; address: string }) {
  const title = nameWithAddress(label, address);
  const [host, path] = splitAddress(address);
  const hint = 'font-normal text-(--hint)';
  return (
    // An explicit name: screen readers would read the parts as separate words.
    <h2
      aria-label={title}
      title={title}
      className={`min-w-0 items-baseline text-sm leading-5 font-medium md:flex ${label === null ? 'flex' : 'grid'}`}
    >
      {label === null ? null : <span className="truncate md:mr-2 md:max-w-3/5 md:shrink-0">{label}</span>}
      <span className={`flex min-w-0 ${label === null ? '' : `text-xs ${hint}`}`}>
        <span className={path ? `shrink-9 truncate ${hint}` : 'truncate'}>{host}</span>
        {path ? <span className="max-w-3/5 shrink-0 truncate">{path}</span> : null}
      </span>
    </h2>
  );
}
