import { useState } from 'react';
import { api } from '../../api/api.ts';
import { failureText } from '../../api/failure-text.ts';
import type { ListedBackup } from '../../api/queries.ts';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { saveFile } from '../../components/downloads/save-file.ts';

/** Files up to this size are fetched by the page, which can then show how far it is; larger ones by the browser itself. */
export const fetchedByPageBytes = 256 * 1024 * 1024;

/** Fetches a backup and saves it under its name. `percent` is null while nothing is fetched. */
export function useDownload({ name, size }: ListedBackup) {
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
