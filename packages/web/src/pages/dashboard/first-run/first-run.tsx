import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/texts/messages';
import { ArchiveRestore, Network } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../../components/basics/button.tsx';
import { FirstLookCard } from './first-look-card.tsx';
import { PasteForm } from './paste-form.tsx';
import { ThreeSteps } from './three-steps.tsx';
import { useAdding } from './use-adding.ts';

interface FirstRunProps {
  /** Shown until there is a first result. */
  figures: ReactNode;
  /** Called before the first website is added, so that the page keeps this guide. */
  onBegin: () => void;
}

/** First-run guide: from an address to its first check, and the next steps. */
export function FirstRun({ figures, onBegin }: FirstRunProps) {
  const adding = useAdding();
  const { busyWith, look, refusal, choice } = adding;
  const [edited, setEdited] = useState('');
  const form = {
    isBusy: busyWith === 'address',
    refusal,
    choice,
    onAdd: (typed: string) => {
      onBegin();
      return adding.add(typed);
    },
    onChoose: adding.choose,
  };
  return (
    <>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_23.5rem] ${look ? 'items-start' : ''}`}
      >
        {look ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <FirstLookCard
              look={look}
              isTryingHttps={busyWith === 'https'}
              onTryHttps={() => void adding.tryHttps(look)}
              onEdit={() => {
                setEdited(look.typed);
                adding.edit(look);
              }}
              onRename={(name) => adding.rename(look, name)}
            />
            <section aria-label="Add another" className="card">
              <PasteForm purpose="another" {...form} />
              <OtherStart words="Or" websiteId={look.website.id} />
            </section>
          </div>
        ) : (
          <Beginning isEdited={edited !== ''}>
            <PasteForm purpose="first" initialText={edited} {...form} />
          </Beginning>
        )}
        <div className="grid gap-4">
          <ThreeSteps isFirstDone={look !== null} />
          {look ? (
            <p className="px-1 text-[0.8125rem] text-(--muted)">
              Charts and figures appear here as soon as there is something to compare: load times after the first hour,
              uptime after the first day.
            </p>
          ) : null}
        </div>
      </div>
      {look ? null : figures}
    </>
  );
}

function Beginning({ isEdited, children }: { isEdited: boolean; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="card md:px-11 md:pt-10 md:pb-9">
      <h2 id={headingId} className="text-[1.625rem] leading-8.5 tracking-[-0.022em]">
        {isEdited ? 'Edit the address' : messages.empty.websites}
      </h2>
      <p className="mt-1.5 mb-6 max-w-[56ch] text-[0.9375rem] leading-6 text-(--muted)">
        Paste the address of a page. It is checked now, then every {defaults.url.check_interval} s, and you see when it
        is down or slow.
      </p>
      {children}
      <OtherStart words="Or start with" />
    </section>
  );
}

interface OtherStartProps {
  words: string;
  /** The website of a network service. */
  websiteId?: number;
}

const OtherStart = ({ words, websiteId }: OtherStartProps) => (
  <p className="mt-5 flex flex-wrap items-center gap-2 text-[0.8125rem] text-(--muted)">
    {words}
    {websiteId === undefined ? null : (
      <Link to={`/websites/${websiteId}?tab=network&add`} className={buttonClass('quiet', 'small')}>
        <Network aria-hidden="true" size={16} strokeWidth={1.5} />
        Network service
      </Link>
    )}
    <Link to="/backup" className={buttonClass('quiet', 'small')}>
      <ArchiveRestore aria-hidden="true" size={16} strokeWidth={1.5} />
      Restore a backup
    </Link>
  </p>
);
