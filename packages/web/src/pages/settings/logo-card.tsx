import { useQueryClient } from '@tanstack/react-query';
import type { Branding } from '@upvigil/core/contract/branding';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { brandingMessages } from '@upvigil/core/texts/settings';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import * as queries from '../../api/queries.ts';
import { Button } from '../../components/basics/button.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { reloadWithToast } from '../../components/dialogs/reload-toast.ts';
import { FileField } from '../../components/forms/file-field.tsx';
import { failureText } from '../../failures.ts';
import { useRefreshBrand } from '../../shell/brand.tsx';

const { maxWidth, maxHeight } = defaults.logoShown;
const logoTypes = /^image\/(png|jpeg|jpg|gif|svg\+xml)$/;
const logoNames = /\.(png|jpe?g|gif|svg)$/i;
/** By MIME type, or by extension if the browser does not know the type. */
const isLogo = (file: File): boolean => (file.type ? logoTypes.test(file.type) : logoNames.test(file.name));

/** Current logo, and selection, preview and upload of a new one. */
export function LogoCard({ branding }: { branding: Branding }) {
  const { alert } = useDialogs();
  const [file, setFile] = useState<File | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const choose = (chosen: File | null) => {
    const isRefused = chosen !== null && !isLogo(chosen);
    setFile(isRefused ? null : chosen);
    if (isRefused) void alert(brandingMessages.logoType);
  };
  const upload = async (chosen: File) => {
    setIsUploading(true);
    try {
      await (await api()).branding.uploadLogo({ file: chosen, fileName: chosen.name });
      reloadWithToast(brandingMessages.logoUploaded);
    } catch (error) {
      await alert(brandingMessages.updateFailed(failureText(error)));
    }
    setIsUploading(false);
  };
  return (
    <section className="card grid gap-4">
      <h2>Logo</h2>
      <StoredLogo branding={branding} />
      <FileField
        label="Choose logo file"
        accept=".png,.jpg,.jpeg,.gif,.svg"
        hint={`PNG, JPG, JPEG, GIF or SVG, best ${maxWidth}×${maxHeight}, shown at most ${maxWidth}×${maxHeight}, stored at about ${limits.logoStored.targetBytes / 1024} KB`}
        file={file}
        onChoose={choose}
      />
      {file ? (
        <div className="flex flex-wrap items-center gap-4">
          <LogoPreview file={file} />
          <Button kind="primary" pending={isUploading} pendingLabel="Uploading..." onClick={() => void upload(file)}>
            Upload
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Checkerboard that shows transparency. */
const checkered = { background: 'repeating-conic-gradient(var(--sunken) 0 25%, var(--surface) 0 50%) 0 / 16px 16px' };
const frame = 'flex h-[70px] w-[200px] max-w-full items-center justify-center rounded-md border border-(--border) p-2';

function LogoPreview({ file }: { file: File }) {
  const [src, setSrc] = useState('');
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setSrc(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <span className={frame} style={checkered}>
      {src ? (
        <img src={src} alt={`Preview of ${file.name}`} className="object-contain" style={{ maxWidth, maxHeight }} />
      ) : null}
    </span>
  );
}

function StoredLogo({ branding: { logo_base64, logo_mime_type } }: { branding: Branding }) {
  const queryClient = useQueryClient();
  const refreshBrand = useRefreshBrand();
  const { confirm, notify } = useDialogs();
  if (!logo_base64 || !logo_mime_type) return <p className="text-(--muted)">No logo is stored.</p>;
  const remove = async () => {
    const isDeleted = await confirm({
      title: 'Delete the logo?',
      body: 'The brand text is shown instead.',
      confirmLabel: 'Delete logo',
      pendingLabel: 'Deleting...',
      isDanger: true,
      run: async () => (await api()).branding.deleteLogo(),
      failure: (error) => brandingMessages.logoDeleteFailed(failureText(error)),
    });
    if (!isDeleted) return;
    notify(brandingMessages.logoDeleted);
    refreshBrand();
    await queryClient.invalidateQueries({ queryKey: queries.branding().queryKey });
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span className={frame} style={checkered}>
        <img
          src={`data:${logo_mime_type};base64,${logo_base64}`}
          alt="Stored logo"
          className="object-contain"
          style={{ maxWidth, maxHeight }}
        />
      </span>
      <Button onClick={() => void remove()}>Delete logo</Button>
    </div>
  );
}
