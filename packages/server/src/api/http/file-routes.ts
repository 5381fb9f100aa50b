import { apiDocsPath } from '@upvigil/core/contract/names/paths';
import type { FastifyInstance } from 'fastify';
import { writeCachedResponse } from './cached-response.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { type FileAnswer, serveEndpoints } from './serve-endpoints.ts';
import type { WebApp } from './web-app.ts';

interface FileRouteDeps {
  /** @throws RequestError `notFound` when there is no such screenshot */
  openScreenshot(name: string): Promise<FileAnswer>;
  publicUrl(): string;
  webApp: Pick<WebApp, 'apiDocs'>;
}

export function fileRoutes(api: FastifyInstance, { openScreenshot, publicUrl, webApp }: FileRouteDeps): void {
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
  // A page, so it is not part of the contract. Public, as the document that it shows.
  api.get(apiDocsPath, async ({ raw }, reply) => {
    reply.hijack();
    writeCachedResponse(raw, reply.raw, webApp.apiDocs);
    return reply;
  });
}
