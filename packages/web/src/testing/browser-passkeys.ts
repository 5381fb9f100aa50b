import { onTestFinished } from 'vitest';

/** Responses of the browser's credential API during a test. */
type Credentials = Partial<Record<'create' | 'get', () => Promise<unknown>>>;

/** Installs a browser API for passkeys, which succeeds by default. */
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

/** Simulates cancellation or timeout. */
export const givenUp = (): Promise<never> => Promise.reject(new DOMException('cancelled', 'NotAllowedError'));

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;
const credential = { id: 'a2V5', rawId: bytes(1, 2), type: 'public-key', getClientExtensionResults: () => ({}) };

const made = async () => ({ ...credential, response: { clientDataJSON: bytes(3), attestationObject: bytes(4) } });
const given = async () => ({
  ...credential,
  response: { clientDataJSON: bytes(3), authenticatorData: bytes(4), signature: bytes(5) },
});
