import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../components/basics/button.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** Opens the links by which others read this website. */
export function ShareButton({ id, name }: { id: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareDialog id={id} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
