import { accessPageMessages } from '@upvigil/core/texts/access';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../../../../../api/api.ts';
import { Skeleton } from '../../../../../components/basics/skeleton.tsx';
import { ModalDialog } from '../../../../../components/dialogs/modal-dialog.tsx';
import { Field } from '../../../../../components/forms/field.tsx';
import { DialogActions } from '../../../../../components/forms/form-frame.tsx';
import { detailOr, failureText } from '../../../../../failures.ts';
import { lazyPart } from '../../../../../reachability/lazy-part.tsx';

const QrCode = lazyPart(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

const { factors: texts } = accessPageMessages;

interface Secret {
  secret: string;
  uri: string;
}

interface TotpDialogProps {
  /** Enables the app. Rejects if the code is refused. */
  confirm: (code: string) => Promise<unknown>;
  onClose: () => void;
}

/** Sets up an authenticator app: shows the secret, then verifies a code of the app. */
export function TotpDialog({ confirm, onClose }: TotpDialogProps) {
  const { secret, failure } = useNewSecret();
  return (
    <ModalDialog title="Set up an authenticator app" onClose={onClose}>
      {failure === null ? null : (
        <p role="alert" className="wrap-anywhere text-(--down-fg)">
          {failure}
        </p>
      )}
      {secret === null && failure === null ? <Skeleton height={320} /> : null}
      {secret ? <ConfirmForm secret={secret} confirm={confirm} onClose={onClose} /> : null}
    </ModalDialog>
  );
}

function useNewSecret(): { secret: Secret | null; failure: string | null } {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    // React's strict mode runs the effect twice in development. The server keeps the later secret.
    let isCurrent = true;
    const begin = async () => (await api()).factors.beginTotp();
    begin().then(
      (made) => isCurrent && setSecret(made),
      (error: unknown) => isCurrent && setFailure(`${texts.beginFailed}: ${failureText(error)}`),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return { secret, failure };
}

function ConfirmForm({ secret: { secret, uri }, confirm, onClose }: TotpDialogProps & { secret: Secret }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const code = useRef<HTMLInputElement>(null);
  // The field does not exist yet when the dialog sets its initial focus.
  useEffect(() => code.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      await confirm(code.current?.value ?? '');
    } catch (error) {
      setFault(detailOr(error, texts.confirmFailed));
      setBusy(false);
      code.current?.focus();
    }
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <p>{texts.scan}</p>
      <Suspense fallback={<Skeleton height={192} />}>
        <QrCode text={uri} label="QR code of the secret" />
      </Suspense>
      <p>
        Secret: <code className="rounded-sm bg-(--sunken) px-1.5 py-0.5 wrap-anywhere">{secret}</code>
      </p>
      <Field label="Code" error={fault}>
        {(attributes) => (
          <input
            ref={code}
            className="control w-full"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...attributes}
          />
        )}
      </Field>
      <DialogActions isSaving={isBusy} onCancel={onClose} verb="Turn on" pendingVerb="Turning on..." />
    </form>
  );
}
