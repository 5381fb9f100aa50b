import { Ellipsis } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import type { AlertActions } from './use-alert-actions.ts';

const MoreMenu = lazyPart(async () => ({ default: (await import('./more-menu.tsx')).MoreMenu }));

const MoreButton = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    aria-label="More actions"
    title="More actions"
    {...props}
    className="inline-flex size-9 cursor-pointer items-center justify-center rounded-lg border border-(--border-strong) bg-(--surface) text-(--muted) hover:bg-(--hover) max-md:size-11 pointer-coarse:size-11"
  >
    <Ellipsis aria-hidden="true" size={18} />
  </button>
);

/** The menu of further actions. Its code is loaded when it is opened first: the page is read more often than cleared. */
export function MoreActions({ actions }: { actions: AlertActions }) {
  const [isAsked, setIsAsked] = useState(false);
  const closed = <MoreButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsAsked(true)} />;
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>
      <MoreMenu actions={actions} trigger={<MoreButton />} />
    </Suspense>
  );
}
