/** By this the server knows a command from other programs: lists of sessions and the audit say `cli`. */
export const userAgent = 'upvigil-cli';
