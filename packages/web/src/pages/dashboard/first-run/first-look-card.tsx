import { useQuery } from '@tanstack/react-query';
import type { UrlCheck } from '@upvigil/core/contract/checks';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import { limits } from '@upvigil/core/limits';
import { daysLeftWords } from '@upvigil/core/status/expiry';
import { urlStateBadge } from '@upvigil/core/status/url-state';
import { messages } from '@upvigil/core/texts/messages';
import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { screenshotUrl } from '../../../api/addresses.ts';
import { urlsOfWebsite } from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { TrialNotice } from '../../../components/forms/trial-notice.tsx';
import { PhaseBar } from '../../../components/phases/phase-bar.tsx';
import { CheckStrip } from '../../../components/pulse/check-strip.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import type { FirstLook } from './use-adding.ts';

interface FirstLookCardProps {
  look: FirstLook;
  isTryingHttps: boolean;
  onTryHttps: () => void;
  onEdit: () => void;
  onRename: (name: string) => Promise<void>;
}

/** Result of the first check: screenshot, response, phases, and title, certificate and redirects of the page. */
export function FirstLookCard({ look, isTryingHttps, onTryHttps, onEdit, onRename }: FirstLookCardProps) {
  const { website, url, check, page, note } = look;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isRenaming, setIsRenaming] = useState(false);
  // The focused form is gone.
  useEffect(() => heading.current?.focus(), []);
  const address = withoutCredentials(url.url);
  const { label, tone } = urlStateBadge(check.status_code);
  return (
    <section aria-labelledby="first-result" className="card overflow-hidden p-0!">
      <div className="grid gap-x-6 gap-y-4 p-5 max-md:p-4 md:grid-cols-[auto_minmax(0,1fr)]">
        <Picture look={look} address={address} />
        <div className="flex min-w-0 flex-col gap-2.5 md:col-start-2">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2
              ref={heading}
              id="first-result"
              tabIndex={-1}
              className="text-[1.375rem] leading-7 tracking-[-0.018em] wrap-anywhere"
            >
              {website.name}
            </h2>
            <Badge tone={tone}>{label}</Badge>
            <Button
              kind="bare"
              size="small"
              icon={<Pencil aria-hidden="true" size={16} strokeWidth={1.5} />}
              onClick={() => setIsRenaming(true)}
            >
              Change name
            </Button>
          </div>
          <p role="status" className="-mt-1.5 wrap-anywhere text-(--muted)">
            {address} {answerOf(check)}.{' '}
            {page?.title && page.title === website.name ? (
              <span className="text-(--hint)">Name from the page title.</span>
            ) : null}
          </p>
          {check.response_time === null ? null : (
            <div>
              <div className="flex justify-between gap-3 text-[0.8125rem]">
                <span className="text-(--muted)">Total load time</span>
                <strong className="font-semibold">
                  <Elapsed seconds={check.response_time} />
                </strong>
              </div>
              {check.phases ? <PhaseBar phases={check.phases} isWide /> : null}
            </div>
          )}
          <Strip look={look} address={address} />
        </div>
      </div>
      {note ? (
        <TrialNotice note={note} className="border-t border-(--border) md:px-5">
          <Button size="small" onClick={onEdit}>
            Edit address
          </Button>
          <Button size="small" pending={isTryingHttps} pendingLabel="Trying..." onClick={onTryHttps}>
            Try https again
          </Button>
        </TrialNotice>
      ) : null}
      <Facts look={look} />
      {isRenaming ? (
        <RenameDialog name={website.name} onRename={onRename} onClose={() => setIsRenaming(false)} />
      ) : null}
    </section>
  );
}

function answerOf({ status_code, error_message }: UrlCheck): string {
  if (status_code !== null) return `responded with ${status_code}`;
  return error_message ? `did not respond (${error_message})` : 'did not respond';
}

/** The screenshot is taken after the check, so it may appear later. */
function Picture({ look: { website, url, check }, address }: { look: FirstLook; address: string }) {
  const { data: urls } = useQuery(urlsOfWebsite(website.id));
  const path = urls?.find(({ id }) => id === url.id)?.newest_screenshot?.path ?? check.screenshot_path;
  if (!path) return null;
  return (
    <img
      src={screenshotUrl(path)}
      alt={`Screenshot of ${address}`}
      width={268}
      height={150}
      className="aspect-268/150 w-full rounded-lg border border-(--border-strong) object-cover object-top [filter:brightness(var(--picture-brightness))] md:w-67"
    />
  );
}

const stripChecks = 48;

function Strip({ look: { website, url }, address }: { look: FirstLook; address: string }) {
  const { data: urls } = useQuery(urlsOfWebsite(website.id));
  const checks = urls?.find(({ id }) => id === url.id)?.recent_checks;
  if (!checks) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="w-60">
        <CheckStrip of={address} checks={checks} threshold={url.response_time_threshold} height={16} />
      </div>
      <span className="text-xs text-(--muted)">
        {checks.states.length} of {stripChecks} checks
      </span>
    </div>
  );
}

/** Certificate, redirects, title and interval, each with one line of detail. */
function Facts({ look: { website, url, page } }: { look: FirstLook }) {
  return (
    <dl className="grid grid-cols-2 border-t border-(--border) bg-(--sunken) sm:grid-cols-4">
      {page ? (
        <>
          <CertificateFact certificate={page.certificate} />
          <Fact name="Redirects" value={page.redirects.count || 'none'}>
            {redirectsDetail(page.redirects)}
          </Fact>
          <Fact name="Page title" value={page.title ? 'found' : 'none'}>
            {page.title ? `“${page.title}”` : 'the page has no title'}
          </Fact>
        </>
      ) : null}
      <Fact name="Checked" value={everyWords(url.check_interval)}>
        from this machine; <Link to={`/websites/${website.id}`}>change</Link>
      </Fact>
    </dl>
  );
}

function Fact({ name, value, children }: { name: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 border-(--border) px-5 py-3 not-first:border-l max-md:px-4 max-sm:odd:border-l-0 max-sm:nth-[n+3]:border-t">
      <dt className="text-xs text-(--muted)">{name}</dt>
      <dd className="text-[0.9375rem] leading-5.5 font-semibold">{value}</dd>
      <dd className="mt-px text-xs wrap-anywhere text-(--muted)">{children}</dd>
    </div>
  );
}

type Page = NonNullable<FirstLook['page']>;

function CertificateFact({ certificate }: Pick<Page, 'certificate'>) {
  if (!certificate) {
    return (
      <Fact name="Certificate" value="none">
        http has no certificate
      </Fact>
    );
  }
  const { issuer, days_left } = certificate;
  return (
    <Fact name="Certificate" value={validityWords(days_left)}>
      {issuer || 'issuer without a name'}
    </Fact>
  );
}

function validityWords(days: number | null): string {
  if (days === null) return 'validity unknown';
  return days < 0 ? daysLeftWords(days) : `valid for ${daysLeftWords(days)}`;
}

function redirectsDetail({ count, from, to }: Page['redirects']): string {
  if (count === 0) return 'responded directly';
  return from === to ? `within ${from}` : `from ${from} to ${to}`;
}

/** 'every minute', 'every 5 minutes', 'every 30 s'. */
function everyWords(seconds: number): string {
  const minutes = seconds / 60;
  if (!Number.isInteger(minutes)) return `every ${seconds} s`;
  return minutes === 1 ? 'every minute' : `every ${minutes} minutes`;
}

interface RenameDialogProps {
  name: string;
  onRename: (name: string) => Promise<void>;
  onClose: () => void;
}

const RenameDialog = ({ name, onRename, onClose }: RenameDialogProps) => (
  <FormDialog
    title="Change name"
    size="small"
    onClose={onClose}
    fields={[{ kind: 'text', name: 'name', label: 'Name', maxLength: limits.name.maxLength }]}
    loadSchema={async () => (await import('@upvigil/core/contract/websites')).websiteInput.pick({ name: true })}
    defaultValues={{ name }}
    save={async (values) => {
      await onRename(values.name);
      onClose();
    }}
    failure={() => messages.website.saveFailed}
  />
);
