import { useQuery } from '@tanstack/react-query';
import type { Factors, Passkey } from '@upvigil/core/contract/factors';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../../components/basics/button.tsx';
import { Skeleton } from '../../../../../components/basics/skeleton.tsx';
import { ModalDialog } from '../../../../../components/dialogs/modal-dialog.tsx';
import { CopyText } from '../../../../../components/secrets/made-secret-dialog.tsx';
import { LoadState } from '../../../../../components/states/load-state.tsx';
import { Time } from '../../../../../components/time/time.tsx';
import { Badge } from '../../../../../components/tones/badge.tsx';
import { ownFactors } from '../../access-queries.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { type FactorActions, useFactorActions } from './use-factor-actions.ts';

const { factors: texts } = accessPageMessages;

/** The open dialog: a new app, a new passkey, or new recovery codes, which are shown once. */
type Open = 'totp' | 'passkey' | readonly string[] | null;

/** Second factors of the current user. */
export function FactorList() {
  const query = useQuery(ownFactors());
  const [open, setOpen] = useState<Open>(null);
  const actions = useFactorActions(setOpen);
  return (
    <section className="grid gap-3" aria-labelledby="second-factor">
      <h3 id="second-factor">Second factor</h3>
      <p className="text-(--muted)">{texts.about}</p>
      <LoadState query={query} title={texts.loadFailed}>
        <Skeleton height={200} />
      </LoadState>
      {query.data ? <Rows factors={query.data} actions={actions} onOpen={setOpen} /> : null}
      {open ? <OpenDialog open={open} actions={actions} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

interface RowsProps {
  factors: Factors;
  actions: FactorActions;
  onOpen: (open: Open) => void;
}

function Rows({ factors, actions, onOpen }: RowsProps) {
  const { totp, passkeys, recovery_codes_left: left, is_required, passkeys_off } = factors;
  const hasAny = totp || passkeys.length > 0;
  return (
    <>
      {is_required && !hasAny ? <p className="text-(--warn-fg)">{texts.required}</p> : null}
      <ul className="m-0 list-none p-0">
        <FactorRow
          name="Authenticator app"
          about={<Badge tone={totp ? 'up' : 'none'}>{totp ? 'On' : 'Off'}</Badge>}
          action={
            totp ? (
              <Button size="small" onClick={() => void actions.removeTotp()}>
                Turn off <span className="sr-only">the authenticator app</span>
              </Button>
            ) : (
              <Button size="small" onClick={() => onOpen('totp')}>
                Set up <span className="sr-only">an authenticator app</span>
              </Button>
            )
          }
        />
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => void actions.removePasskey(passkey)} />
        ))}
        <FactorRow
          name={passkeys.length === 0 ? 'Passkeys' : 'Another passkey'}
          about={passkeys_off}
          action={
            <Button size="small" disabled={passkeys_off !== null} onClick={() => onOpen('passkey')}>
              Add passkey
            </Button>
          }
        />
        {hasAny ? (
          <FactorRow
            name="Recovery codes"
            about={`${left} left`}
            action={
              <Button size="small" onClick={() => void actions.renewCodes()}>
                Create new codes
              </Button>
            }
          />
        ) : null}
      </ul>
    </>
  );
}

const FactorRow = ({ name, about, action }: { name: string; about: ReactNode; action: ReactNode }) => (
  <li className="flex flex-wrap items-start justify-between gap-3 border-t border-(--border) py-3">
    <div className="min-w-0 flex-[1_1_10rem]">
      <p className="m-0 font-medium wrap-anywhere">{name}</p>
      <div className="text-(--muted)">{about}</div>
    </div>
    {action}
  </li>
);

const PasskeyRow = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => (
  <FactorRow
    name={passkey.name}
    about={
      <>
        Passkey, added <Time value={passkey.created_at} /> · {passkey.last_used_at ? 'Last used ' : 'Never used'}
        {passkey.last_used_at ? <Time value={passkey.last_used_at} /> : null}
      </>
    }
    action={
      <Button size="small" onClick={onRemove}>
        Remove <span className="sr-only">passkey {passkey.name}</span>
      </Button>
    }
  />
);

interface OpenDialogProps {
  open: NonNullable<Open>;
  actions: FactorActions;
  onClose: () => void;
}

function OpenDialog({ open, actions, onClose }: OpenDialogProps) {
  if (open === 'totp') return <TotpDialog confirm={actions.confirmTotp} onClose={onClose} />;
  if (open === 'passkey') return <AddPasskeyDialog add={actions.addPasskey} onClose={onClose} />;
  return <RecoveryCodesDialog codes={open} onClose={onClose} />;
}

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** New recovery codes. They cannot be read again later. */
const RecoveryCodesDialog = ({ codes, onClose }: RecoveryCodesDialogProps) => (
  <ModalDialog title="Recovery codes" onClose={onClose}>
    <div className="grid gap-4">
      <p>{accessPageMessages.factors.codesOnce}</p>
      <ul className="m-0 grid list-none gap-2 p-0 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="rounded-sm bg-(--sunken) px-1.5 py-0.5 wrap-anywhere">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyText text={codes.join('\n')} isFirst />
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </ModalDialog>
);
