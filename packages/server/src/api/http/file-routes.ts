import type { FastifyInstance } from 'fastify';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { type FileAnswer, serveEndpoints } from './serve-endpoints.ts';

export interface FileRouteDeps {
  /** @throws RequestError `notFound` when there is no such screenshot */
  openScreenshot(name: string): Promise<FileAnswer>;
  publicUrl(): string;
}

export function fileRoutes(api: FastifyInstance, { openScreenshot, publicUrl }: FileRouteDeps): void {
  // Cached per address: the document is public, and building it takes some milliseconds.
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
