import { SignInSection } from './sign-in/sign-in-section.tsx';
import { TokenSection } from './tokens/token-section.tsx';

/** Who may enter, and by what. */
export const AccessPanel = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <SignInSection />
    <TokenSection />
  </div>
);
