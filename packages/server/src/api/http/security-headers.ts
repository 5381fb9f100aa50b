import { createHash } from 'node:crypto';
import type { FastifyHelmetOptions } from '@fastify/helmet';

/** Content-Security-Policy sources that allow this page's inline scripts only. */
export const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );

/**
 * The policy of every page: scripts from this server and the page's own inline ones, nothing from elsewhere. Inline
 * styles are allowed because dialogs and charts use them for positions, and a style cannot run code.
 */
const policyDirectives = (inlineScripts: readonly string[]) => ({
  'default-src': ["'self'"],
  'script-src': ["'self'", ...inlineScripts],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
});

/** The policy as one header value, for responses outside Fastify. */
export const contentSecurityPolicy = (inlineScripts: readonly string[]): string =>
  Object.entries(policyDirectives(inlineScripts))
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';');

/** Options for helmet. HSTS is sent only when the public address is https. */
export const helmetOptions = (inlineScripts: readonly string[], isHttps: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives: policyDirectives(inlineScripts) },
  strictTransportSecurity: isHttps,
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: isHttps ? { policy: 'same-origin' } : false,
  originAgentCluster: isHttps,
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'sameorigin' },
});
