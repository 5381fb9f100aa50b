import { type AddressTrial, describeTrial, expandAddress } from '@upvigil/core/rules/typed-address';
import { Link2, Plus } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '../../../components/basics/button.tsx';
import { TrialNotice } from '../../../components/forms/trial-notice.tsx';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';

interface PasteFormProps {
  /** `another`: below the first result. */
  purpose: 'first' | 'another';
  initialText?: string;
  isBusy: boolean;
  refusal: string | null;
  /** A trial in which a person has to choose the scheme. */
  choice: AddressTrial | null;
  /** Resolves to whether it was added. */
  onAdd: (typed: string) => Promise<boolean>;
  onChoose: (trial: AddressTrial, url: string) => Promise<boolean>;
}

const modalPath = '/websites?add';
const big = 'min-h-12! rounded-[10px]! px-5! text-[0.9375rem]';

/** Field for the address of a page, with the outcome of its trial. */
export function PasteForm({ purpose, initialText = '', isBusy, refusal, choice, onAdd, onChoose }: PasteFormProps) {
  const [text, setText] = useState(initialText);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const isFirst = purpose === 'first';
  useEffect(() => {
    // Focuses the address field, unless another element has the focus.
    const focused = document.activeElement;
    if (isFirst && (focused === document.body || focused?.tagName === 'H1')) field.current?.focus();
  }, [isFirst]);
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  const clearIfAdded = async (adding: Promise<boolean>) => {
    if (!(await adding)) return;
    setText('');
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() !== '') void clearIfAdded(onAdd(text));
    else if (isFirst) void navigate(modalPath);
    else field.current?.focus();
  };
  const label = isFirst ? 'Address of a page' : 'Address of another page';
  return (
    <form noValidate className="grid gap-1.5" onSubmit={submit}>
      <div className="flex gap-2 max-sm:flex-col">
        <label htmlFor={id} className="sr-only">
          {label}
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
            placeholder={isFirst ? 'shop.example.org' : 'Paste another address'}
            className="control min-h-12 rounded-[10px] pr-4 pl-10 text-base"
            value={text}
            readOnly={isBusy}
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? `${id}-refusal` : undefined}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
        <AddButton isFirst={isFirst} isEmpty={text.trim() === ''} isBusy={isBusy} />
      </div>
      <Refusal id={`${id}-refusal`} sentence={refusal} />
      {choice ? <Choice trial={choice} onChoose={(url) => void clearIfAdded(onChoose(choice, url))} /> : null}
    </form>
  );
}

function AddButton({ isFirst, isEmpty, isBusy }: { isFirst: boolean; isEmpty: boolean; isBusy: boolean }) {
  if (isFirst && isEmpty) {
    return (
      <Link to={modalPath} className={`${buttonClass('primary')} ${big}`}>
        Add Your First Website
      </Link>
    );
  }
  return (
    <Button
      type="submit"
      kind={isFirst ? 'primary' : 'quiet'}
      pending={isBusy}
      pendingLabel="Checking..."
      icon={isFirst ? undefined : <Plus aria-hidden="true" size={16} strokeWidth={1.5} />}
      className={big}
    >
      {isFirst ? 'Add Your First Website' : 'Add'}
    </Button>
  );
}

/** The question that only a person can answer: https with its fault, or http without encryption. */
function Choice({ trial, onChoose }: { trial: AddressTrial; onChoose: (url: string) => void }) {
  const note = describeTrial(trial);
  const [https, http] = expandAddress(trial.typed);
  if (!note || !http) return null;
  return (
    <TrialNotice note={note} isQuestion className="mt-1 rounded-[10px]">
      <Button size="small" onClick={() => onChoose(https)}>
        Use https
      </Button>
      <Button size="small" onClick={() => onChoose(http)}>
        Use http
      </Button>
    </TrialNotice>
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
