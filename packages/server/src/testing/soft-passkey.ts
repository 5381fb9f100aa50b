import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, UsedPasskey } from '@upvigil/core/contract/passkeys';

/** The browser options that the authenticator uses. */
interface Asked {
  challenge: string;
}

interface Deviation {
  /** The origin of the requesting page. */
  origin?: string;
  /** Whether the person was verified, by a finger or a PIN. */
  isVerified?: boolean;
  counter?: number;
}

/** An authenticator in memory with one passkey (WebAuthn, ES256, no attestation). */
export interface SoftPasskey {
  id: string;
  make(asked: Asked, deviation?: Deviation): NewPasskey;
  use(asked: Asked, deviation?: Deviation): UsedPasskey;
}

const flag = { present: 0x01, verified: 0x04, hasCredential: 0x40 };
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

export function createSoftPasskey(siteOrigin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let signed = 0;
  const dataFor = ({ isVerified = true, counter = ++signed }: Deviation, flags: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | flag.present | (isVerified ? flag.verified : 0);
    return Buffer.concat([sha256(new URL(siteOrigin).hostname), Buffer.from([all]), count]);
  };
  const clientData = (type: string, { challenge }: Asked, { origin = siteOrigin }: Deviation): string =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const named = { id, rawId: id, type: 'public-key' as const };
  return {
    id,
    make(asked, deviation = {}) {
      // A COSE key: EC2, ES256, P-256, x and y, in CBOR.
      const head = Buffer.from('a5010203262001215820', 'hex');
      const key = Buffer.concat([
        head,
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      const data = Buffer.concat([dataFor(deviation, flag.hasCredential), credential]);
      // {fmt: 'none', attStmt: {}, authData}, in CBOR.
      const beginning = Buffer.concat([Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')]);
      const attestation = Buffer.concat([beginning, Buffer.from([0x58, data.length]), data]);
      const clientDataJSON = base64url(clientData('webauthn.create', asked, deviation));
      return {
        ...named,
        response: { clientDataJSON, attestationObject: base64url(attestation), transports: ['internal'] },
      };
    },
    use(asked, deviation = {}) {
      const data = dataFor(deviation, 0);
      const text = clientData('webauthn.get', asked, deviation);
      const signature = sign('sha256', Buffer.concat([data, sha256(text)]), privateKey);
      const response = { authenticatorData: base64url(data), signature: base64url(signature) };
      return { ...named, response: { clientDataJSON: base64url(text), ...response } };
    },
  };
}
