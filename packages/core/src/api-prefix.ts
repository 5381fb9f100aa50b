/** What stands before every path of the contract. In a file of its own, so that pages can make addresses without the schemas. */
export const apiPrefix = '/api';
