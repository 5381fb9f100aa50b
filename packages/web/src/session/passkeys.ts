import type { NewPasskey, UsedPasskey } from '@upvigil/core/contract/passkeys';
import { accessPageMessages } from '@upvigil/core/texts/access';

const { factors: said } = accessPageMessages;

/** Sentence for a browser without a passkey. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
}

/** Options from the server for the browser, which validates them. */
type ServerOptions = Record<string, unknown>;

/** Has the browser make a passkey. @throws PasskeyFailure when it makes none */
export const makePasskey = (options: ServerOptions): Promise<NewPasskey> =>
  withBrowser(async ({ startRegistration }) => await startRegistration({ optionsJSON: options as never }));

/** Has the browser use a passkey. @throws PasskeyFailure when it gives none */
export const givePasskey = (options: ServerOptions): Promise<UsedPasskey> =>
  withBrowser(async ({ startAuthentication }) => await startAuthentication({ optionsJSON: options as never }));

/** The library is loaded with the first passkey. */
async function withBrowser<Answer>(
  ask: (library: typeof import('@simplewebauthn/browser')) => Promise<Answer>,
): Promise<Answer> {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) throw new PasskeyFailure(said.passkeyUnsupported);
  try {
    return await ask(library);
  } catch (error) {
    // Whoever cancels, and a device that does not answer, look alike on purpose.
    const isGivenUp = error instanceof Error && error.name === 'NotAllowedError';
    throw new PasskeyFailure(isGivenUp || !(error instanceof Error) ? said.passkeyGivenUp : error.message, {
      cause: error,
    });
  }
}
