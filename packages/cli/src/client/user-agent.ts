/** The server recognises commands by this name: session lists and the audit show `cli`. */
export const userAgent = 'upvigil-cli';
