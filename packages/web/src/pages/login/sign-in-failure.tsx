import { ToneIcon } from '../../components/tones/tone-icon.tsx';

interface SignInFailureProps {
  /** Null: no failure. */
  sentence: string | null;
  id?: string;
  className?: string;
}

/** Why the sign-in failed. Always rendered, so that screen readers announce a failure. */
export const SignInFailure = ({ sentence, id, className = 'min-h-5' }: SignInFailureProps) => (
  <p id={id} role="alert" className={`flex items-center gap-1.5 wrap-anywhere text-(--down-fg) ${className}`}>
    {sentence === null ? null : (
      <>
        <ToneIcon tone="down" />
        {sentence}
      </>
    )}
  </p>
);
