import type { IncidentImpact, IncidentStatus } from '../contract/incidents.ts';

export const incidentStatusWords: Readonly<Record<IncidentStatus, string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  postmortem: 'Postmortem',
};

export const incidentImpactWords: Readonly<Record<IncidentImpact, string>> = {
  none: 'No impact',
  minor: 'Minor impact',
  major: 'Major impact',
  critical: 'Critical impact',
};

/** What the pages of incidents say. */
export const incidentMessages = {
  title: 'Incidents',
  about: 'What you tell people of an outage, on the public pages and in the feeds.',
  none: 'No incidents yet',
  noneHint: 'Report one to tell people what is going on. It changes neither uptime nor the state of a service.',
  loadFailed: 'Could not load incidents',
  loadOneFailed: 'Could not load the incident',
  loadTemplatesFailed: 'Could not load the templates',
  saveFailed: 'The incident could not be saved',
  updateFailed: 'The update could not be saved',
  templatesFailed: 'The templates could not be saved',
  deleteFailed: 'Could not delete',
  draftSaved: 'Draft saved',
  published: 'Incident published',
  saved: 'Incident saved',
  posted: 'Update posted',
  changed: 'Update saved',
  deleted: 'Incident deleted',
  updateDeleted: 'Update deleted',
  templateSaved: 'Template saved',
  templateDeleted: 'Template deleted',
  bodyHint: 'CommonMark: *emphasis*, lists, code and links. HTML, images and headings stay text.',
  draftNote: 'Only signed-in people see this draft.',
  reopens: 'Opens the incident again',
  previewFailed: 'The preview could not be made',
  nothingToPreview: 'Nothing to show yet',
} as const;
