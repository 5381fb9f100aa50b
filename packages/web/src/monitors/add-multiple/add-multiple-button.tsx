import { List } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { Button } from '../../components/basics/button.tsx';
import { useAsked } from '../../components/dialogs/use-asked.ts';
import { lazyPart } from '../../reachability/lazy-part.tsx';

const AddMultipleDialog = lazyPart(async () => ({
  default: (await import('./add-multiple-dialog.tsx')).AddMultipleDialog,
}));

interface AddMultipleButtonProps {
  /** Preselected website; null: the first one. */
  websiteId: number | null;
  size?: 'small';
  /** Shows only the icon on small screens. */
  isIconOnSmall?: boolean;
}

/** Opens the form for many new monitors, as `?add-multiple` in the address does. */
export function AddMultipleButton({ websiteId, size, isIconOnSmall = false }: AddMultipleButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  useAsked('add-multiple', open);
  return (
    <>
      <Button {...(size ? { size } : {})} icon={<List aria-hidden="true" size={16} />} onClick={open}>
        <span className={isIconOnSmall ? 'max-sm:sr-only' : ''}>Add Multiple</span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AddMultipleDialog websiteId={websiteId} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
