/** '1 URL', '6 URLs': a count with its noun. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
