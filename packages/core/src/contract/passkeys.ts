import * as z from 'zod';
import { limits } from '../limits.ts';
import { inputMessages } from './fields/input-messages.ts';

/** Binary data in base64url. */
export const opaqueText = (label: string) =>
  z
    .string({ error: inputMessages.required(label) })
    .regex(/^[\w-]+$/, { error: inputMessages.required(label) })
    .max(limits.secondFactor.opaqueText);

/** Each level of WebAuthn adds fields, which browsers send. */
const withMoreFields = { additionalProperties: true };

const credential = <Response extends z.ZodType>(response: Response) =>
  z
    .object(
      {
        id: opaqueText('Passkey'),
        rawId: opaqueText('Passkey'),
        type: z.literal('public-key'),
        response,
        authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
      },
      { error: inputMessages.required('Passkey') },
    )
    .meta(withMoreFields);

/** Result of `navigator.credentials.create`, as JSON. */
export const newPasskeySchema = credential(
  z
    .object({
      clientDataJSON: opaqueText('Passkey'),
      attestationObject: opaqueText('Passkey'),
      transports: z.array(z.string().max(limits.passkey.transport)).max(limits.passkey.transports).optional(),
    })
    .meta(withMoreFields),
);
export type NewPasskey = z.output<typeof newPasskeySchema>;

/** Result of `navigator.credentials.get`, as JSON. */
export const usedPasskeySchema = credential(
  z
    .object({
      clientDataJSON: opaqueText('Passkey'),
      authenticatorData: opaqueText('Passkey'),
      signature: opaqueText('Passkey'),
      userHandle: opaqueText('Passkey').nullish(),
    })
    .meta(withMoreFields),
);
export type UsedPasskey = z.output<typeof usedPasskeySchema>;

/** Arguments of a browser's WebAuthn functions, as JSON. */
export const browserOptions = z.looseObject({ challenge: z.string() });
