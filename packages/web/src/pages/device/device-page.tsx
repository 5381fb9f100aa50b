import { accessPageMessages } from '@upvigil/core/texts/access';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { Button, buttonClass } from '../../components/basics/button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { detailOr } from '../../failures.ts';
import { useSession } from '../../session/session.tsx';
import { PageHead } from '../../shell/page-head.tsx';

const { device: texts } = accessPageMessages;

/** Approves a sign-in with `upvigil login --web` by its code. The code may be in the URL fragment. */
export function DevicePage() {
  const [isDone, setDone] = useState(false);
  const { isSignedIn } = useSession();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead title={texts.title} sub={texts.about} />
      {isSignedIn ? null : <SignInFirst />}
      {!isSignedIn ? null : isDone ? (
        <p role="status" className="card">
          {texts.done}
        </p>
      ) : (
        <CodeForm onDone={() => setDone(true)} />
      )}
    </div>
  );
}

/** Link to the sign-in page that returns here with the code. */
function SignInFirst() {
  const { pathname, hash } = useLocation();
  return (
    <p>
      <Link to="/login" state={{ to: pathname + hash }} className={buttonClass('primary')}>
        Sign in first
      </Link>
    </p>
  );
}

function CodeForm({ onDone }: { onDone: () => void }) {
  const { hash } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      await (await api()).device.approve({ body: { user_code: input.current?.value ?? '' } });
      onDone();
    } catch (error) {
      setFault(detailOr(error, texts.failed));
      setBusy(false);
      input.current?.focus();
    }
  };
  return (
    <form className="card grid max-w-160 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Code" hint={texts.hint} error={fault}>
        {(attributes) => (
          <input
            ref={input}
            className="control w-full"
            defaultValue={hash.slice(1)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...attributes}
          />
        )}
      </Field>
      <p className="text-(--warn-fg)">{texts.warning}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="submit" kind="primary" pending={isBusy} pendingLabel="Approving...">
          Approve
        </Button>
      </div>
    </form>
  );
}
