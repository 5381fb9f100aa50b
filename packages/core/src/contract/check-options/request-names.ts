// Apart from the schemas, because every command of the terminal knows these, and few load those.
export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type RequestMethod = (typeof requestMethods)[number];
/** Of requests that have no body. */
export const methodsWithoutBody: readonly RequestMethod[] = ['GET', 'HEAD', 'OPTIONS'];
export const bodyTypes = ['none', 'json', 'form', 'text', 'xml'] as const;
export const authTypes = ['none', 'basic', 'bearer'] as const;

/** How a URL is checked: the document alone, or the whole page in a browser. */
export const checkModes = ['http', 'browser'] as const;
export type CheckMode = (typeof checkModes)[number];
