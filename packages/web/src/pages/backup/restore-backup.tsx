import { useQueryClient } from '@tanstack/react-query';
import type { Restored } from '@upvigil/core/contract/backup';
import { formatBytes } from '@upvigil/core/format/bytes';
import { backupMessages } from '@upvigil/core/texts/backup';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../components/basics/button.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { dialogPanelClass, useModal } from '../../components/dialogs/modal-dialog.tsx';
import { FileField } from '../../components/forms/file-field.tsx';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { failureText } from '../../failures.ts';
import { useUnsavedChanges } from '../../shell/boundary/unsaved-changes.tsx';

const archiveName = /\.tar\.gz$/i;

/** Replaces all data with the content of a file, after a typed confirmation. */
export function RestoreBackup() {
  const { file, choose, progress, problem, submit } = useRestore();
  return (
    <form className="card flex flex-col gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <h2>Restore Backup</h2>
      <FileField
        label="Choose backup file"
        accept=".tar.gz"
        hint="A .tar.gz backup file"
        file={file}
        onChoose={choose}
      />
      <p className="flex items-start gap-2 font-medium text-(--down-fg)">
        <span className="mt-1">
          <ToneIcon tone="down" />
        </span>
        {backupMessages.restoreWarning}
      </p>
      <p role="alert" className="wrap-anywhere text-(--down-fg) empty:hidden">
        {problem}
      </p>
      <div className="mt-auto">
        <Button type="submit" kind="danger" disabled={!file}>
          Restore
        </Button>
      </div>
      {progress ? <ProgressDialog title="Restoring backup" progress={progress} /> : null}
    </form>
  );
}

function useRestore() {
  const queryClient = useQueryClient();
  const { alert, notify, confirm } = useDialogs();
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Leaving the page would hide the result of the restore.
  useUnsavedChanges(progress !== null);

  const choose = (chosen: File | null) => {
    const isArchive = chosen === null || archiveName.test(chosen.name);
    setFile(isArchive ? chosen : null);
    setProblem(null);
    if (!isArchive) void alert(backupMessages.fileMissing);
  };

  const restore = async (chosen: File) => {
    setProblem(null);
    setProgress({ done: 0, total: chosen.size });
    let restored: Restored;
    try {
      const onProgress = (done: number, total: number | null) => setProgress({ done, total });
      restored = await (await api()).backup.restore({ file: chosen, fileName: chosen.name, onProgress });
    } catch (failure) {
      setProgress(null);
      await alert(backupMessages.restoreFailed);
      return setProblem(failureText(failure));
    }
    setProgress(null);
    setFile(null);
    if (restored.secrets_missing) setProblem(backupMessages.secretsMissing(restored.secrets_missing));
    notify(backupMessages.restored, { label: 'Refresh', run: () => window.location.reload() });
    await queryClient.invalidateQueries();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return await alert(backupMessages.fileMissing);
    const isAgreed = await confirm({
      title: 'Restore this backup?',
      body: backupMessages.confirmRestore,
      note: file.name,
      confirmLabel: 'Restore',
      isDanger: true,
      typeToConfirm: 'RESTORE',
    });
    if (isAgreed) await restore(file);
  };
  return { file, choose, progress, problem, submit };
}

interface Progress {
  done: number;
  /** Null until it is known. */
  total: number | null;
}

/** Blocks the page until the restore ends; cannot be closed. */
function ProgressDialog({ title, progress: { done, total } }: { title: string; progress: Progress }) {
  const ids = { title: useId(), text: useId() };
  const dialog = useModal(() => undefined);
  const isSent = total !== null && done >= total;
  return (
    <dialog
      ref={dialog}
      aria-labelledby={ids.title}
      className={`${dialogPanelClass} w-[calc(100%-32px)] max-w-[440px] sm:p-6`}
    >
      <h2 id={ids.title} tabIndex={-1} data-initial-focus>
        {title}
      </h2>
      <progress
        className="mt-4 h-2 w-full accent-(--accent)"
        aria-labelledby={ids.text}
        {...(total === null || isSent ? {} : { value: done, max: total })}
      />
      <p id={ids.text} className="mt-2 text-(--muted)">
        {isSent
          ? 'Upload complete. The server verifies the file and replaces the data…'
          : `Uploaded ${formatBytes(done)}${total === null ? '' : ` of ${formatBytes(total)}`}`}
      </p>
    </dialog>
  );
}
