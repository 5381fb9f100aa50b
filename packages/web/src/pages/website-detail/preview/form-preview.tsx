import { useQuery } from '@tanstack/react-query';
import type { Severity } from '@upvigil/core/contract/names/alerts';
import { Bell, CircleX, Clock, Gauge, type LucideIcon, Tag } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useParams } from 'react-router-dom';
import * as alertingQueries from '../../../alerting/queries.ts';
import { notificationSettings, slackSettings } from '../../../api/queries.ts';
import { notifiedChannels, type OutageToggle } from './notified-channels.ts';
import { type Plan, type PreviewSentence, previewSentences, type Recipients } from './preview-sentences.ts';

const icons: Record<PreviewSentence['about'], LucideIcon> = {
  interval: Clock,
  down: CircleX,
  slow: Gauge,
  content: Tag,
  recipients: Bell,
};

interface FormPreviewProps {
  plan: Plan;
  /** Slack setting that applies to outages of this monitor. */
  toggle: OutageToggle;
  /** Above the sentences. */
  look?: ReactNode;
  children: ReactNode;
}

/**
 * The fields of a form with a preview: sentences that describe their effect. Below 768 px, the preview is below the
 * fields.
 */
export function FormPreview({ plan, toggle, look, children }: FormPreviewProps) {
  const headingId = useId();
  const recipients = useRecipients(toggle, plan.severity ?? null);
  return (
    <div className="-mx-4 -mb-4 grid border-t border-(--border) sm:-mx-6 md:grid-cols-[minmax(0,1fr)_18.5rem]">
      <div className="grid min-w-0 content-start gap-4 p-4 sm:px-6 sm:py-5">{children}</div>
      <div className="border-(--border) bg-(--sunken) p-4 max-md:border-t sm:px-6 sm:py-5 md:border-l">
        {look}
        <section aria-labelledby={headingId}>
          <h3 id={headingId} className="text-[0.8125rem]">
            What will happen
          </h3>
          <ul className="mt-2 grid gap-2 text-[0.8125rem] text-(--muted)">
            {previewSentences(plan, recipients).map(({ about, sentence }) => (
              <Line key={about} Icon={icons[about]}>
                {sentence}
              </Line>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

const Line = ({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) => (
  <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-2.5 wrap-anywhere">
    <Icon aria-hidden="true" size={16} strokeWidth={1.5} className="mt-0.5 text-(--hint)" />
    {children}
  </li>
);

/** Null until the recipients are known. */
function useRecipients(toggle: OutageToggle, severity: Severity | null): Recipients | null {
  const { websiteId } = useParams();
  const { data: notifications } = useQuery(notificationSettings());
  const { data: slack } = useQuery(slackSettings(Number(websiteId)));
  const { data: routing } = useQuery(alertingQueries.routing());
  const { data: channels } = useQuery(alertingQueries.channels());
  if (!notifications || slack === undefined || !routing || !channels) return null;
  const by = notifiedChannels({ notifications, slack, routing, channels }, toggle, severity);
  return { by, hasRules: routing.routes.length > 0 };
}
