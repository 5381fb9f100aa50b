import type { ReactNode } from 'react';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';

/** A warning above the fields to which it belongs. */
export const WarningNote = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-2 text-[0.8125rem] text-(--warn-fg)">
    <span className="mt-1">
      <ToneIcon tone="warn" />
    </span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);

/** For a monitor with secrets that cannot be decrypted here. */
export const LostSecretsNote = () => (
  <WarningNote>
    Each ******** is encrypted with the key of another installation: enter it again, or save without it.
  </WarningNote>
);
