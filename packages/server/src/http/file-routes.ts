import { fileEndpoints } from '@upvigil/core/contract/files';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { type FileAnswer, serveEndpoints } from './serve-endpoints.ts';

export interface FileRouteDeps {
  /** @throws RequestError `notFound` when there is none of this name */
  openScreenshot(name: string): Promise<FileAnswer>;
  publicUrl(): string;
}

/** Screenshots, and the description of this interface. */
export function fileRoutes(api: FastifyInstance, { openScreenshot, publicUrl }: FileRouteDeps): void {
  serveEndpoints(api, fileEndpoints, {
    screenshot: ({ params }) => openScreenshot(params.name),
    openapi: async () => openApiDocument(publicUrl()),
  });
}
