import { useQuery } from '@tanstack/react-query';
import type { Incident } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { Plus } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AlertTabs } from '../../alerting/alert-tabs.tsx';
import * as queries from '../../api/queries.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { useAsked } from '../../components/dialogs/use-asked.ts';
import { useEdited } from '../../components/dialogs/use-edited.ts';
import { countOf } from '../../components/lists/count-of.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import type { ReportPrefill } from './editor/report-dialog.tsx';
import { incidentsQuery } from './incident-queries.ts';
import { IncidentRow } from './incident-row.tsx';

const ReportDialog = lazyPart(async () => ({ default: (await import('./editor/report-dialog.tsx')).ReportDialog }));
const TemplatesDialog = lazyPart(async () => ({
  default: (await import('./templates/templates-dialog.tsx')).TemplatesDialog,
}));

/** Number of incidents of each request. */
const step = 100;

/** Parameters that prefill the form, beside the monitor in `?add`. The form removes them from the address. */
const prefillNames = ['title', 'began'];
const noPrefill: ReportPrefill = { monitorIds: [], title: '', began: '' };

/** `?add=7&title=Cart+is+down&began=2026-11-24T09:12:30.000Z`: an outage of monitor 7. */
function prefillOf(params: URLSearchParams): ReportPrefill {
  const monitorId = Number(params.get('add'));
  const began = params.get('began') ?? '';
  return {
    monitorIds: monitorId > 0 ? [monitorId] : [],
    title: params.get('title') ?? '',
    began: Number.isNaN(Date.parse(began)) ? '' : began,
  };
}

/** Open incidents first, the others by month. */
export function IncidentsPage() {
  const [limit, setLimit] = useState(step);
  const [params] = useSearchParams();
  const [prefill, setPrefill] = useState(() => prefillOf(params));
  const [reported, setReported] = useEdited<never>(prefillNames);
  const [areTemplatesOpen, setTemplatesOpen] = useState(false);
  useAsked(
    'templates',
    useCallback(() => setTemplatesOpen(true), []),
  );
  const navigate = useNavigate();
  const query = useQuery(incidentsQuery(limit));
  const { data } = query;
  const mayHaveMore = data !== undefined && data.length >= limit && limit < limits.listLimit.max;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title={incidentMessages.title}
        sub={data ? headLine(data) : incidentMessages.about}
        actions={
          <>
            <Button onClick={() => setTemplatesOpen(true)}>Templates</Button>
            <Button kind="primary" icon={<Plus aria-hidden="true" size={16} />} onClick={() => setReported(null)}>
              Report Incident
            </Button>
          </>
        }
      />
      <AlertTabs />
      <LoadState query={query} title={incidentMessages.loadFailed}>
        <Spinner />
      </LoadState>
      {data?.length === 0 ? <EmptyState title={incidentMessages.none}>{incidentMessages.noneHint}</EmptyState> : null}
      {data ? <IncidentGroups incidents={data} /> : null}
      <Suspense fallback={null}>
        {reported === undefined ? null : (
          <ReportDialog
            prefill={prefill}
            onSaved={({ id }) => navigate(`/alerts/incidents/${id}`)}
            onClose={() => {
              setReported(undefined);
              setPrefill(noPrefill);
            }}
          />
        )}
        {areTemplatesOpen ? <TemplatesDialog onClose={() => setTemplatesOpen(false)} /> : null}
      </Suspense>
      {mayHaveMore ? (
        <Button className="w-full" pending={query.isPlaceholderData} onClick={() => setLimit(limit + step)}>
          Show older incidents
        </Button>
      ) : null}
    </div>
  );
}

function headLine(incidents: readonly Incident[]): string {
  const open = incidents.filter(({ resolved_at, state }) => resolved_at === null && state === 'published').length;
  const drafts = incidents.filter(({ state }) => state === 'draft').length;
  if (open + drafts === 0) return incidentMessages.about;
  return [`${open} open`, ...(drafts > 0 ? [countOf(drafts, 'draft')] : [])].join(', ');
}

function IncidentGroups({ incidents }: { incidents: readonly Incident[] }) {
  const { data: websites } = useQuery(queries.websites());
  const groups = useMemo(() => groupIncidents(incidents), [incidents]);
  const names = useMemo(() => new Map(websites?.map(({ id, name }) => [id, name])), [websites]);
  return groups.map((group) => (
    <section key={group.name} className="card" aria-label={group.name}>
      <h2 className="text-sm">{group.name}</h2>
      <ul>
        {group.incidents.map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            affected={affectedWords(incident, (id) => names.get(id))}
          />
        ))}
      </ul>
    </section>
  ));
}

const namedAtMost = 3;

/**
 * 'Shop, Docs and 2 services': websites by name; more than three, and all services, as a count. Empty without targets.
 */
function affectedWords(
  { website_ids, monitor_ids }: Pick<Incident, 'website_ids' | 'monitor_ids'>,
  nameOf: (websiteId: number) => string | undefined,
): string {
  const names = website_ids.flatMap((id) => nameOf(id) ?? []);
  const others = website_ids.length - Math.min(names.length, namedAtMost);
  const parts = [
    ...names.slice(0, namedAtMost),
    ...(others > 0 ? [countOf(others, names.length > 0 ? 'other website' : 'website')] : []),
    ...(monitor_ids.length > 0 ? [countOf(monitor_ids.length, 'service')] : []),
  ];
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');
}

interface IncidentGroup {
  /** 'Open', or the month of the start: 'November 2026'. */
  name: string;
  incidents: Incident[];
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Groups incidents, keeping their order: open ones first, the others by the UTC month of their start, as on the public
 * pages.
 */
function groupIncidents(incidents: readonly Incident[]): IncidentGroup[] {
  const groups: IncidentGroup[] = [];
  const put = (name: string, incident: Incident) => {
    const known = groups.find((group) => group.name === name);
    if (known) known.incidents.push(incident);
    else groups.push({ name, incidents: [incident] });
  };
  for (const incident of incidents) if (incident.resolved_at === null) put('Open', incident);
  for (const incident of incidents)
    if (incident.resolved_at !== null) put(monthName.format(new Date(incident.started_at)), incident);
  return groups;
}
