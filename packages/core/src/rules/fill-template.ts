import type { IncidentTemplate } from '../contract/incidents.ts';

/** Placeholders of a template, and their values. */
export interface TemplateFacts {
  website: string;
  /** The services that are affected. */
  services: readonly string[];
  /** As people read it. */
  started_at: string;
}

const placeholder = /\{(website|services|started_at)\}/g;

/** Fills in a template once: what is filled in is never searched again, whatever a website is called. */
export function fillTemplate<Template extends Pick<IncidentTemplate, 'title' | 'body'>>(
  template: Template,
  facts: TemplateFacts,
): Template {
  const fill = (text: string): string =>
    text.replace(placeholder, (_whole, name: keyof TemplateFacts) => [facts[name]].flat().join(', '));
  return { ...template, title: fill(template.title), body: fill(template.body) };
}
