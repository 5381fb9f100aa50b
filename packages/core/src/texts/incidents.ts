import type { Incident, IncidentImpact, IncidentStatus } from '../contract/incidents.ts';
import { limits } from '../limits.ts';

type Named = Pick<Incident, 'id' | 'title'>;

export const incidentCommandMessages = {
  none: 'No incidents found',
  reported: ({ id, title, state }: Named & Pick<Incident, 'state'>) =>
    state === 'draft' ? `Saved draft ${id}: ${title}` : `Reported incident ${id}: ${title}`,
  updated: (id: number, status: IncidentStatus) => `Posted an update of incident ${id}: ${status}`,
  published: ({ id, title }: Named) => `Published incident ${id}: ${title}`,
  confirmDelete: (title: string) => `Are you sure you want to delete incident "${title}" with its updates?`,
  deleted: ({ id, title }: Named) => `Deleted incident ${id}: ${title}`,
} as const;

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

export const incidentMessages = {
  title: 'Incidents',
  about: 'Incident reports on the public pages and in the feeds.',
  none: 'No incidents yet',
  noneHint: 'Report one to inform visitors. It changes neither uptime nor the state of a service.',
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
  bodyHint: 'Markdown: *emphasis*, lists, code and links. HTML, images and headings are shown as text.',
  draftNote: 'Only signed-in users can see this draft.',
  reopens: 'Reopens the incident',
  previewFailed: 'Could not create the preview',
  nothingToPreview: 'Nothing to show yet',
} as const;

/** Texts about incidents in responses. */
export const incidentSentences = {
  ahead: 'An incident and its updates cannot be in the future',
  tooOld: `An incident and its updates can be at most ${limits.incidentYears} years old`,
  postmortem: 'A postmortem requires an earlier update with the status resolved',
  onlyUpdate: 'An incident has at least one update: delete the incident, or edit the update',
  emptyUpdate: 'An update needs a text or another status',
  tooManyUpdates: `An incident can have ${limits.incidentUpdates} updates at most`,
  tooManyTargets: `An incident can name ${limits.incidentTargets} websites and monitors at most`,
  unknown: (what: 'website' | 'monitor', id: number) => `There is no ${what} ${id}`,
} as const;

/** Texts of automatic incidents. They are stored, so they are in English, like alerts. */
export const automaticTexts = {
  title: (website: string) => `Outage of ${website}`,
  /** `sentence`: the public message of the alert. */
  opened: (sentence: string) => `Opened automatically: ${sentence}`,
  resolved: 'Resolved automatically: none of these services is down any more',
} as const;
