import type { IncidentTemplate } from '../contract/incidents.ts';

/** Values of a template's placeholders. */
export interface TemplateFacts {
  website: string;
  /** Names of the affected services. */
  services: readonly string[];
  /** Formatted for readers. */
  started_at: string;
}

const placeholder = /\{(website|services|started_at)\}/g;

/**
 * Replaces placeholders in one pass: inserted text is not searched again, so a website's name may look like a
 * placeholder.
 */
export function fillTemplate<Template extends Pick<IncidentTemplate, 'title' | 'body'>>(
  template: Template,
  facts: TemplateFacts,
): Template {
  const fill = (text: string): string =>
    text.replace(placeholder, (_whole, name: keyof TemplateFacts) => [facts[name]].flat().join(', '));
  return { ...template, title: fill(template.title), body: fill(template.body) };
}
