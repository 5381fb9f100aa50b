import { z } from 'zod';

/** Bytes of the key of stored secrets: AES-256. */
export const keyBytes = 32;

/** A key as text: its bytes in base64. */
export const secretKeySchema = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === keyBytes);
