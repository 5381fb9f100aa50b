import type { IncidentTemplate } from '@upvigil/core/contract/incidents';
import { fillTemplate, type TemplateFacts } from '@upvigil/core/rules/fill-template';
import { useEffect, useRef, useState } from 'react';

type Text = Pick<IncidentTemplate, 'title' | 'body'>;

interface TemplateForm {
  texts: () => Text;
  /** Sets the changed values in the form. */
  put: (values: Partial<IncidentTemplate>) => void;
}

/**
 * Fills a template into the form, and again when its values change, unless the user has edited the text. `facts` are
 * compared by content.
 */
export function useTemplate(facts: TemplateFacts, { texts, put }: TemplateForm) {
  const [template, setTemplate] = useState<IncidentTemplate | null>(null);
  const filled = useRef<Text | null>(null);
  const form = useRef({ texts, put });
  useEffect(() => {
    form.current = { texts, put };
  });
  const known = JSON.stringify(facts);
  useEffect(() => {
    if (!template) return;
    const next = fillTemplate(template, JSON.parse(known) as TemplateFacts);
    const now = form.current.texts();
    const last = filled.current;
    form.current.put({
      ...(last === null ? { impact: template.impact, status: template.status } : {}),
      ...(last === null || now.title === last.title ? { title: next.title } : {}),
      ...(last === null || now.body === last.body ? { body: next.body } : {}),
    });
    filled.current = { title: next.title, body: next.body };
  }, [template, known]);
  return (chosen: IncidentTemplate | null) => {
    filled.current = null;
    setTemplate(chosen);
  };
}
