import type { FastifyInstance } from 'fastify';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { type FileAnswer, serveEndpoints } from './serve-endpoints.ts';

export interface FileRouteDeps {
  /** @throws RequestError `notFound` when there is none of this name */
  openScreenshot(name: string): Promise<FileAnswer>;
  publicUrl(): string;
}

/** Screenshots, and the description of this interface. */
export function fileRoutes(api: FastifyInstance, { openScreenshot, publicUrl }: FileRouteDeps): void {
  // Made once for an address: everybody may ask for it, and making it takes some milliseconds.
  let made: { url: string; document: OpenApiDocument } | null = null;
  const describe = (url: string): OpenApiDocument => {
    if (made?.url !== url) made = { url, document: openApiDocument(url) };
    return made.document;
  };
  serveEndpoints(api, 'files', {
    screenshot: ({ params }) => openScreenshot(params.name),
    openapi: async () => describe(publicUrl()),
  });
}
