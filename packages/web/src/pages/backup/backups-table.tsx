import { useQueryClient } from '@tanstack/react-query';
import type { Backup, Restored } from '@upvigil/core/contract/backup';
import { formatBytes } from '@upvigil/core/format/bytes';
import { backupMessages } from '@upvigil/core/texts/backup';
import { type MouseEvent, useMemo, useState } from 'react';
import { api } from '../../api/api.ts';
import type { ListedBackup } from '../../api/queries.ts';
import * as queries from '../../api/queries.ts';
import { Button, buttonClass } from '../../components/basics/button.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { saveFile } from '../../components/downloads/save-file.ts';
import { type Column, DataTable } from '../../components/lists/data-table.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { Time } from '../../components/time/time.tsx';
import { formatTime, relativeTime } from '../../components/time/time-format.ts';
import { detailOr, failureText } from '../../failures.ts';
import { readToken } from '../../session/token.ts';
import { useChanges } from '../../use-changes.ts';

/** Columns of the table. `largest`: size of the largest backup in bytes. */
const columnsBeside = (largest: number): readonly Column<queries.ListedBackup>[] => [
  { id: 'name', header: 'Name', sorts: ['name', 'name-down'], cell: ({ name }) => <code>{name}</code> },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    sorts: ['size', 'size-down'],
    cell: ({ size }) => <Size bytes={size} largest={largest} />,
  },
  {
    id: 'created',
    header: 'Created',
    sorts: ['created', 'created-down'],
    cell: ({ created }) => <Created at={created} />,
  },
  { id: 'actions', header: 'Actions', unlabelled: true, cell: (backup) => <RowActions backup={backup} /> },
];

type Order = (a: Backup, b: Backup) => number;
const byName: Order = (a, b) => a.name.localeCompare(b.name);
const bySize: Order = (a, b) => a.size - b.size;
const byTime: Order = (a, b) => a.created.localeCompare(b.created);
const orders: Record<string, Order> = {
  name: byName,
  'name-down': (a, b) => byName(b, a),
  size: bySize,
  'size-down': (a, b) => bySize(b, a),
  created: byTime,
  'created-down': (a, b) => byTime(b, a),
};

/** Size, with a bar relative to the largest backup. */
const Size = ({ bytes, largest }: { bytes: number; largest: number }) => (
  <span className="flex items-center gap-3 md:justify-end">
    <span aria-hidden="true" className="h-1.5 w-24 rounded-full bg-(--none-bg) max-md:order-1">
      <span
        data-graphic
        className="block h-full min-w-1 rounded-full bg-(--none-g)"
        style={{ width: `${largest > 0 ? (100 * bytes) / largest : 0}%` }}
      />
    </span>
    <span className="min-w-18 md:text-right">{formatBytes(bytes)}</span>
  </span>
);

const Created = ({ at }: { at: string }) => (
  <span className="flex flex-wrap gap-x-2.5">
    <Time value={at} />
    <span className="text-(--muted)">{relativeTime(Date.parse(at), Date.now())}</span>
  </span>
);

/** List of backups, newest first by default. */
export function BackupsTable({ backups }: { backups: readonly queries.ListedBackup[] }) {
  const [sort, setSort] = useState('created-down');
  const sorted = useMemo(() => [...backups].sort(orders[sort]), [backups, sort]);
  const shown = useShownRows(sorted);
  const largest = Math.max(0, ...backups.map(({ size }) => size));
  const columns = useMemo(() => columnsBeside(largest), [largest]);
  if (backups.length === 0) return <p className="py-6 text-center text-(--muted)">{backupMessages.none}</p>;
  return (
    <>
      <DataTable
        caption="Existing backups"
        columns={columns}
        rows={shown.rows}
        rowKey={(backup) => backup.name}
        sort={sort}
        onSort={setSort}
      />
      <ShowMore shown={shown} noun="backups" />
    </>
  );
}

function RowActions({ backup }: { backup: queries.ListedBackup }) {
  const { change } = useChanges([queries.backups().queryKey]);
  const { confirm } = useDialogs();
  const remove = () =>
    confirm({
      title: 'Delete backup?',
      body: backupMessages.confirmDelete(backup.name),
      confirmLabel: 'Delete',
      pendingLabel: 'Deleting...',
      isDanger: true,
      run: () => change((client) => client.backup.remove({ params: { name: backup.name } })),
      failure: backupMessages.deleteFailed,
    });
  const { isReading, restore } = useRestoreStored(backup.name);
  return (
    <span className="flex flex-wrap gap-2">
      <DownloadLink backup={backup} />
      <Button pending={isReading} pendingLabel="Reading..." onClick={() => void restore()}>
        Restore <span className="sr-only">backup {backup.name}</span>
      </Button>
      <Button onClick={() => void remove()}>
        Delete <span className="sr-only">backup {backup.name}</span>
      </Button>
    </span>
  );
}

/** Shows the contents of the backup, and replaces all data after a typed confirmation. */
function useRestoreStored(name: string) {
  const queryClient = useQueryClient();
  const { alert, confirm, notify } = useDialogs();
  const [isReading, setIsReading] = useState(false);
  const restore = async () => {
    setIsReading(true);
    const client = await api();
    const contents = await client.backup.contents({ params: { name } }).catch(async (error: unknown) => {
      await alert(detailOr(error, backupMessages.restoreFailed));
    });
    setIsReading(false);
    if (!contents) return;
    let restored: Restored | undefined;
    await confirm({
      title: `Restore ${name}?`,
      body: backupMessages.confirmRestore,
      note: backupMessages.holds(contents, formatTime(contents.created, 'dateTime')),
      confirmLabel: 'Restore',
      pendingLabel: 'Restoring...',
      isDanger: true,
      typeToConfirm: 'RESTORE',
      run: async () => {
        restored = await client.backup.restoreStored({ params: { name } });
      },
      failure: (error) => detailOr(error, backupMessages.restoreFailed),
    });
    if (!restored) return;
    if (restored.secrets_missing) await alert(backupMessages.secretsMissing(restored.secrets_missing));
    notify(backupMessages.restored, { label: 'Refresh', run: () => window.location.reload() });
    await queryClient.invalidateQueries();
  };
  return { isReading, restore };
}

/**
 * Link that contains the token, so that the browser can download by itself. A plain click downloads within the page and
 * shows progress.
 */
function DownloadLink({ backup }: { backup: queries.ListedBackup }) {
  const { percent, download } = useDownload(backup);
  const isRunning = percent !== null;
  const onClick = (event: MouseEvent) => {
    if (backup.size > fetchedByPageBytes) return;
    event.preventDefault();
    if (!isRunning) void download();
  };
  return (
    <a
      href={`${backup.downloadPath}?token=${encodeURIComponent(readToken() ?? '')}`}
      download={backup.name}
      className={buttonClass()}
      aria-busy={isRunning || undefined}
      onClick={onClick}
    >
      Download <span className="sr-only">backup {backup.name}</span>
      {isRunning ? (
        <progress className="h-2 w-16 accent-(--accent)" aria-label="Downloaded" value={percent} max={100} />
      ) : null}
    </a>
  );
}

/** Files up to this size are downloaded by the page, which shows progress; larger ones by the browser. */
const fetchedByPageBytes = 256 * 1024 * 1024;

/** Downloads a backup. `percent` is null without a download in progress. */
function useDownload({ name, size }: ListedBackup) {
  const { alert } = useDialogs();
  const [percent, setPercent] = useState<number | null>(null);
  const download = async () => {
    setPercent(0);
    try {
      const { body } = await (await api()).backup.download({ params: { name } });
      saveFile(name, await readAll(body, (done) => setPercent(Math.floor((done / Math.max(size, 1)) * 100))));
    } catch (error) {
      await alert(`Could not download ${name}: ${failureText(error)}`);
    }
    setPercent(null);
  };
  return { percent, download };
}

async function readAll(body: ReadableStream<Uint8Array>, onProgress: (done: number) => void): Promise<Blob> {
  const parts: BlobPart[] = [];
  let done = 0;
  const reader = body.getReader();
  for (;;) {
    const { done: isDone, value } = await reader.read();
    if (isDone) return new Blob(parts, { type: 'application/gzip' });
    parts.push(new Uint8Array(value));
    done += value.length;
    onProgress(done);
  }
}
