declare module '@fastify/swagger-ui/static/swagger-ui-bundle.js' {
  /** Draws the viewer into an element: https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
  // biome-ignore lint/style/noDefaultExport: The bundle is a CommonJS module.
  export default function SwaggerUIBundle(options: Record<string, unknown>): void;
}
