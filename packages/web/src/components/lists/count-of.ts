/** Count with its noun: '1 URL', '6 URLs'. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
