import { useEffect, useState } from 'react';
import { commonTexts } from '../../language/common-texts.ts';

const appearsAfterMs = 150;

/** Appears after 150 ms, so that quick responses cause no flicker. */
export function Spinner({ label = commonTexts().loading }: { label?: string }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), appearsAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="flex min-h-10 items-center justify-center">
      <span
        aria-hidden="true"
        className={`size-5 rounded-full border-2 border-(--border) border-t-(--accent) motion-safe:animate-spin ${isShown ? '' : 'invisible'}`}
      />
      <span className="sr-only">{label}</span>
    </div>
  );
}
