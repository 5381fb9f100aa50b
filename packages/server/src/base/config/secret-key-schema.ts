import { z } from 'zod';

/** Size of an AES-256 key. */
export const keyBytes = 32;

/** A key in base64. */
export const secretKeySchema = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === keyBytes);
