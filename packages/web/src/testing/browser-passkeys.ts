import { onTestFinished } from 'vitest';

/** Requests to the browser, until the test has finished. */
type Credentials = Partial<Record<'create' | 'get', () => Promise<unknown>>>;

/** A browser that knows passkeys. Without an answer of its own it makes and gives one. */
export function withPasskeys({ create = made, get = given }: Credentials = {}): void {
  const before = Object.getOwnPropertyDescriptor(navigator, 'credentials');
  Object.defineProperty(navigator, 'credentials', { value: { create, get }, configurable: true });
  Object.assign(globalThis, { PublicKeyCredential: class {} });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    if (before) Object.defineProperty(navigator, 'credentials', before);
    else Reflect.deleteProperty(navigator, 'credentials');
  });
}

/** As a person cancels it, or waits too long. */
export const givenUp = (): Promise<never> => Promise.reject(new DOMException('cancelled', 'NotAllowedError'));

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;
const credential = { id: 'a2V5', rawId: bytes(1, 2), type: 'public-key', getClientExtensionResults: () => ({}) };

const made = async () => ({ ...credential, response: { clientDataJSON: bytes(3), attestationObject: bytes(4) } });
const given = async () => ({
  ...credential,
  response: { clientDataJSON: bytes(3), authenticatorData: bytes(4), signature: bytes(5) },
});
