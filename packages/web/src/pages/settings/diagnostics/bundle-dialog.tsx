import { bundleFiles, bundleName } from '@upvigil/core/contract/names/bundle-files';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { Button } from '../../../components/basics/button.tsx';
import { ModalDialog } from '../../../components/dialogs/modal-dialog.tsx';
import { saveFile } from '../../../components/downloads/save-file.ts';
import { failureText } from '../../../failures.ts';

/** Describes the content of a support bundle, and offers its download. */
export function BundleDialog({ onClose }: { onClose: () => void }) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const download = async () => {
    setLoading(true);
    setFailure(null);
    try {
      const { body } = await (await api()).diagnostics.bundle();
      saveFile(bundleName(Date.now()), await new Response(body).blob());
      onClose();
    } catch (error) {
      setFailure(`Could not download the support bundle: ${failureText(error)}`);
      setLoading(false);
    }
  };
  return (
    <ModalDialog title="Download support bundle" onClose={onClose}>
      <div className="grid gap-4">
        <p>Secrets are excluded. Hosts, addresses, emails and names are replaced by aliases. The bundle contains:</p>
        <ul className="m-0 grid list-none gap-3 p-0">
          {Object.entries(bundleFiles).map(([name, about]) => (
            <li key={name} className="min-w-0">
              <code>{name}</code>
              <p className="m-0 text-(--muted)">{about}</p>
            </li>
          ))}
        </ul>
        {failure === null ? null : (
          <p role="alert" className="wrap-anywhere text-(--down-fg)">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            data-initial-focus
            pending={isLoading}
            pendingLabel="Preparing..."
            onClick={() => void download()}
          >
            Download
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}
