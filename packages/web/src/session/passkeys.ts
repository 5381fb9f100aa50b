import type { NewPasskey, UsedPasskey } from '@upvigil/core/contract/passkeys';
import { accessPageMessages } from '@upvigil/core/texts/access';

const { factors: texts } = accessPageMessages;

/** Error message for a failed passkey ceremony. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
}

/** Options from the server, which the browser validates. */
type ServerOptions = Record<string, unknown>;

/** Creates a passkey in the browser. @throws PasskeyFailure */
export const makePasskey = (options: ServerOptions): Promise<NewPasskey> =>
  withBrowser(async ({ startRegistration }) => await startRegistration({ optionsJSON: options as never }));

/** Signs in with a passkey of the browser. @throws PasskeyFailure */
export const givePasskey = (options: ServerOptions): Promise<UsedPasskey> =>
  withBrowser(async ({ startAuthentication }) => await startAuthentication({ optionsJSON: options as never }));

/** Loads the WebAuthn library on first use. */
async function withBrowser<Answer>(
  ask: (library: typeof import('@simplewebauthn/browser')) => Promise<Answer>,
): Promise<Answer> {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) throw new PasskeyFailure(texts.passkeyUnsupported);
  try {
    return await ask(library);
  } catch (error) {
    // For privacy, browsers report cancellation and timeout as the same error.
    const isGivenUp = error instanceof Error && error.name === 'NotAllowedError';
    throw new PasskeyFailure(isGivenUp || !(error instanceof Error) ? texts.passkeyGivenUp : error.message, {
      cause: error,
    });
  }
}
