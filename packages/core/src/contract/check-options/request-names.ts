// Apart from the schemas, because every CLI command needs these names, and few load the schemas.
export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type RequestMethod = (typeof requestMethods)[number];
export const methodsWithoutBody: readonly RequestMethod[] = ['GET', 'HEAD', 'OPTIONS'];
export const bodyTypes = ['none', 'json', 'form', 'text', 'xml'] as const;
export const authTypes = ['none', 'basic', 'bearer'] as const;

/** `http`: only the document. `browser`: the whole page in a browser. */
export const checkModes = ['http', 'browser'] as const;
export type CheckMode = (typeof checkModes)[number];
