import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { oneOf, plainText } from './fields/fields.ts';
import { publicPaths } from './names/paths.ts';

export const brandTypes = ['text', 'logo'] as const;
const brandText = plainText('Brand text', limits.brandText.maxLength);

const brandingSchema = z.object({
  brand_type: z.enum(brandTypes),
  brand_text: z.string(),
  logo_base64: z.string().nullable(),
  logo_mime_type: z.string().nullable(),
});
export type Branding = z.output<typeof brandingSchema>;

export const brandingEndpoints = defineEndpoints({
  get: {
    method: 'GET',
    path: publicPaths.branding,
    access: 'public',
    summary: 'The brand that the pages show',
    response: brandingSchema,
  },
  update: {
    method: 'PUT',
    path: '/branding/',
    access: 'admin',
    summary: 'Chooses text or logo, and the text; an empty text means the default',
    body: z.object({ brand_type: oneOf('Brand type', brandTypes), brand_text: brandText }).partial(),
    response: brandingSchema,
  },
  uploadLogo: {
    method: 'POST',
    path: '/branding/upload-logo',
    access: 'admin',
    transport: 'upload',
    summary: 'Stores a logo, re-encoded',
    response: brandingSchema,
  },
  deleteLogo: {
    method: 'DELETE',
    path: '/branding/logo',
    access: 'admin',
    summary: 'Deletes the logo',
    response: z.null(),
  },
});
