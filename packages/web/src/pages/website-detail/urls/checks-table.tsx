import type { UrlCheck } from '@upvigil/core/contract/checks';
import { historyTone, isSlow, isSlowCheck, urlStateBadge } from '@upvigil/core/status/url-state';
import { dayMs } from '@upvigil/core/time';
import { ChevronsUpDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { screenshotUrl } from '../../../api/addresses.ts';
import { Lightbox, type LightboxImage } from '../../../components/dialogs/lightbox.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { PhaseBar } from '../../../components/phases/phase-bar.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { Badge } from '../../../components/tones/badge.tsx';
import { ScreenshotThumbnail } from './screenshot-thumbnail.tsx';
import { type CheckRow, foldChecks } from './url-figures.ts';

/** Initial number of rows; small, because the rows of other URLs are below. */
const firstChecks = 8;
const checksPerStep = 100;

interface ChecksTableProps {
  address: string;
  checks: readonly UrlCheck[];
  /** Slow threshold in seconds. */
  threshold: number;
  /** There are older ones that are not listed. */
  isCut?: boolean;
}

/** Checks of a URL, newest first; an outage's checks that say the same are one row until it is opened. */
export function ChecksTable({ address, checks, threshold, isCut = false }: ChecksTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => foldChecks(checks, unfolded), [checks, unfolded]);
  const shown = useShownRows(rows, { step: checksPerStep, first: firstChecks });
  const images = useMemo(() => imagesOf(checks), [checks]);
  /** Path of the enlarged screenshot; an index would change with each new check. */
  const [enlarged, setEnlarged] = useState<string | null>(null);
  const columns = useMemo(
    () => columnsOf(address, threshold, setEnlarged, (key) => setUnfolded((old) => new Set(old).add(key))),
    [address, threshold],
  );
  return (
    <>
      <div className="card py-1">
        <DataTable caption={`Checks of ${address}`} columns={columns} rows={shown.rows} rowKey={({ key }) => key} />
      </div>
      <ShowMore shown={shown} noun="checks" />
      {isCut ? (
        <p className="text-center text-xs text-(--muted)">The newest {checks.length} checks of this time</p>
      ) : null}
      {enlarged === null ? null : (
        <Lightbox
          of={address}
          images={images}
          index={images.findIndex(({ src }) => src === enlarged)}
          onIndex={(index) => setEnlarged(images[index]?.src ?? null)}
          onClose={() => setEnlarged(null)}
        />
      )}
    </>
  );
}

const imagesOf = (checks: readonly UrlCheck[]): LightboxImage[] =>
  checks.flatMap(({ screenshot_path, checked_at }) =>
    screenshot_path ? [{ src: screenshotUrl(screenshot_path), takenAt: checked_at }] : [],
  );

type Enlarge = (src: string) => void;

const columnsOf = (
  address: string,
  threshold: number,
  enlarge: Enlarge,
  unfold: (key: string) => void,
): readonly Column<CheckRow>[] => [
  { id: 'time', header: 'Time', cell: (row) => <CheckTime row={row} onUnfold={() => unfold(row.key)} /> },
  {
    id: 'status',
    header: 'Status',
    unlabelled: true,
    cell: ({ check }) => <CheckBadge check={check} threshold={threshold} />,
  },
  {
    id: 'load',
    header: 'Load Time',
    cell: ({ check, alike }) => (alike.length > 0 ? '–' : <LoadTime check={check} threshold={threshold} />),
  },
  {
    id: 'metadata',
    header: 'Metadata',
    cell: ({ check: { metadata_found } }) => (metadata_found === null ? '–' : metadata_found ? 'found' : 'not found'),
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ check: { error_message }, alike }) =>
      [error_message ?? (alike.length > 0 ? null : '–'), alike.length > 0 ? `${alike.length} identical checks` : null]
        .filter(Boolean)
        .join(', '),
  },
  {
    id: 'screenshot',
    header: 'Screenshot',
    cell: ({ check: { screenshot_path: path, checked_at }, alike }) =>
      path && alike.length === 0 ? (
        <ScreenshotThumbnail
          path={path}
          of={`${address} at ${formatTime(checked_at, 'clock')}`}
          onOpen={() => enlarge(screenshotUrl(path))}
        />
      ) : (
        '–'
      ),
  },
];

/** '200', 'ERROR' without a code, '200, SLOW' over the threshold. */
function CheckBadge({ check, threshold }: { check: UrlCheck; threshold: number }) {
  const { status_code } = check;
  const code = status_code ?? urlStateBadge(status_code).label;
  if (isSlowCheck(check, threshold)) return <Badge tone="warn">{code}, SLOW</Badge>;
  return <Badge tone={historyTone(status_code)}>{code}</Badge>;
}

/** The load time; a click shows its phases, if they were measured. */
function LoadTime({ check, threshold }: { check: UrlCheck; threshold: number }) {
  const { phases, response_time: seconds } = check;
  const [isOpen, setIsOpen] = useState(false);
  if (!phases) return <TimeOfThreshold seconds={seconds} threshold={threshold} />;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm pointer-coarse:py-3" title="Time by phase">
        <TimeOfThreshold seconds={seconds} threshold={threshold} />
      </summary>
      {isOpen ? <PhaseBar phases={phases} /> : null}
    </details>
  );
}

/** Load time, with a bar relative to the threshold. */
function TimeOfThreshold({ seconds, threshold }: { seconds: number | null; threshold: number }) {
  if (seconds === null) return <Elapsed seconds={seconds} />;
  const colour = isSlow(seconds, threshold) ? 'bg-(--warn-g)' : 'bg-(--accent) opacity-75';
  return (
    <span className="inline-flex items-center gap-3">
      <span className="min-w-12">
        <Elapsed seconds={seconds} />
      </span>
      <span aria-hidden="true" className="h-1.5 w-36 rounded-full bg-(--none-bg) max-xl:w-16">
        <span
          data-graphic
          className={`block h-full rounded-full ${colour}`}
          style={{ width: `${Math.min(100, (seconds / threshold) * 100)}%` }}
        />
      </span>
    </span>
  );
}

function CheckTime({ row: { check, alike }, onUnfold }: { row: CheckRow; onUnfold: () => void }) {
  const oldest = alike.at(-1);
  const isOld = Date.now() - Date.parse(check.checked_at) > dayMs;
  if (!oldest) return <Time value={check.checked_at} shape={isOld ? 'dateTime' : 'clock'} />;
  return (
    <button
      type="button"
      aria-expanded="false"
      className="-my-1 inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-md font-normal text-(--muted) hover:text-(--text) pointer-coarse:min-h-11"
      onClick={onUnfold}
    >
      <ChevronsUpDown aria-hidden="true" size={14} />
      <span>
        {formatTime(oldest.checked_at, 'hourMinute')} to {formatTime(check.checked_at, 'hourMinute')}
      </span>
    </button>
  );
}
