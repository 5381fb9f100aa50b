import type { TemplateFacts } from '@upvigil/core/rules/fill-template';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** What a template is filled in with. What is not known yet keeps its braces, so that it is seen. `began`: ISO 8601; now where it is undefined. */
export const factsOf = (
  websites: readonly string[],
  services: readonly string[],
  began: string | undefined,
): TemplateFacts => {
  const time = began === undefined ? Date.now() : Date.parse(began);
  return {
    website: websites.length === 0 ? '{website}' : websites.join(', '),
    services: services.length === 0 ? ['{services}'] : services,
    started_at: Number.isNaN(time) ? '{started_at}' : `${moment.format(time)} UTC`,
  };
};
