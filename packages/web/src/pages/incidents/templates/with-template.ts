import type { IncidentTemplate } from '@upvigil/core/contract/incidents';

/** The templates with one in the place of the one of that name; at the end where there is none of it. */
export function withTemplate(
  templates: readonly IncidentTemplate[],
  name: string | null,
  template: IncidentTemplate,
): IncidentTemplate[] {
  const isKnown = templates.some((one) => one.name === name);
  return isKnown ? templates.map((one) => (one.name === name ? template : one)) : [...templates, template];
}
