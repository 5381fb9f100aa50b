import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/texts/messages';
import { ArchiveRestore, Link2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '../../../components/basics/button.tsx';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { FirstLookCard } from './first-look-card.tsx';
import { ThreeSteps } from './three-steps.tsx';
import { useFirstWebsite } from './use-first-website.ts';

interface FirstRunProps {
  /** Called before the first website is added, so that the page keeps this guide. */
  onBegin: () => void;
}

/** First-run guide: from an address to its first check, and the next steps. */
export function FirstRun({ onBegin }: FirstRunProps) {
  const { add, isBusy, refusal, look } = useFirstWebsite();
  const headingId = useId();
  const heading = useFocusOnce(look !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <section aria-labelledby={headingId} className="card md:px-11 md:pt-10 md:pb-9">
        <h2 id={headingId} ref={heading} tabIndex={-1} className="text-[1.625rem] leading-8.5 tracking-[-0.022em]">
          {look ? 'Your first website is monitored' : messages.empty.websites}
        </h2>
        {look ? null : (
          <>
            <p className="mt-1.5 max-w-[56ch] text-[0.9375rem] leading-6 text-(--muted)">
              Paste the address of a page. It is checked now, then every {defaults.url.check_interval} s, and you see
              when it is down or slow.
            </p>
            <PasteForm
              isBusy={isBusy}
              refusal={refusal}
              onAdd={(text) => {
                onBegin();
                void add(text);
              }}
            />
          </>
        )}
        {look ? <FirstLookCard look={look} /> : <OtherStart />}
      </section>
      <ThreeSteps isFirstDone={look !== null} />
    </div>
  );
}

/** Focuses the heading when the focused element is removed. */
function useFocusOnce(isWanted: boolean) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isWanted) ref.current?.focus();
  }, [isWanted]);
  return ref;
}

interface PasteFormProps {
  isBusy: boolean;
  refusal: string | null;
  onAdd: (text: string) => void;
}

const modalPath = '/websites?add';
const big = 'min-h-12! rounded-[10px]! px-5! text-[0.9375rem]';

function PasteForm({ isBusy, refusal, onAdd }: PasteFormProps) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    // Focuses the address field, unless another element has the focus.
    if (document.activeElement === document.body || document.activeElement?.tagName === 'H1') field.current?.focus();
  }, []);
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === '') void navigate(modalPath);
    else onAdd(text);
  };
  return (
    <form noValidate className="mt-6 grid gap-1.5" onSubmit={submit}>
      <div className="flex gap-2 max-sm:flex-col">
        <label htmlFor={id} className="sr-only">
          Address of a page
        </label>
        <span className="relative grid min-w-0 flex-1">
          <Link2 aria-hidden="true" size={16} className="absolute top-4 left-4 text-(--hint)" />
          <input
            id={id}
            ref={field}
            type="text"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://shop.example.org"
            className="control min-h-12 rounded-[10px] pr-4 pl-10 text-base"
            value={text}
            readOnly={isBusy}
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? `${id}-refusal` : undefined}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
        {text.trim() === '' ? (
          <Link to={modalPath} className={`${buttonClass('primary')} ${big}`}>
            Add Your First Website
          </Link>
        ) : (
          <Button type="submit" kind="primary" pending={isBusy} pendingLabel="Checking..." className={big}>
            Add Your First Website
          </Button>
        )}
      </div>
      <Refusal id={`${id}-refusal`} sentence={refusal} />
    </form>
  );
}

/** Always rendered, because screen readers announce only changes of an existing live region. */
const Refusal = ({ id, sentence }: { id: string; sentence: string | null }) => (
  <p id={id} role="alert" className="flex items-start gap-1.5 text-(--down-fg) empty:hidden">
    {sentence ? (
      <>
        <span className="mt-1">
          <ToneIcon tone="down" />
        </span>
        <span className="min-w-0 wrap-anywhere">{sentence}</span>
      </>
    ) : null}
  </p>
);

const OtherStart = () => (
  <p className="mt-5 flex flex-wrap items-center gap-2 text-[0.8125rem] text-(--muted)">
    Or start with
    <Link to="/backup" className={buttonClass('quiet', 'small')}>
      <ArchiveRestore aria-hidden="true" size={16} strokeWidth={1.5} />
      Restore a backup
    </Link>
  </p>
);
