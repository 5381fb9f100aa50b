import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';

/** Screenshots are loaded without a token. Their names are unguessable: 128 random bits. */
export const screenshotName = z.string().regex(/^[A-Za-z0-9_-]{22,64}\.webp$/);

export const fileEndpoints = defineEndpoints({
  screenshot: {
    method: 'GET',
    path: '/screenshots/:name',
    access: 'public',
    transport: 'download',
    summary: 'One screenshot',
    params: z.object({ name: screenshotName }),
    response: z.unknown(),
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This interface as an OpenAPI 3.1 document',
    response: z.looseObject({ openapi: z.string() }),
  },
});
