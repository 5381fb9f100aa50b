/** Stands in answers for a secret that is set. Whoever sends it back keeps the stored secret. */
export const maskedSecret = '********';
