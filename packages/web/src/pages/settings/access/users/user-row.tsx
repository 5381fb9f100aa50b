import { roles } from '@upvigil/core/contract/names/roles';
import type { User, UserStatus } from '@upvigil/core/contract/users';
import { Button } from '../../../../components/basics/button.tsx';
import { controlClass } from '../../../../components/basics/control-class.ts';
import { Time } from '../../../../components/time/time.tsx';
import { Badge } from '../../../../components/tones/badge.tsx';
import { calledName, type UserActions } from './use-user-actions.ts';

const statusLooks = {
  invited: { tone: 'none', word: 'Invited' },
  active: { tone: 'up', word: 'Active' },
  disabled: { tone: 'warn', word: 'Disabled' },
} as const satisfies Record<UserStatus, unknown>;

/** One user: name, role, sign-in methods, last activity and actions. */
export function UserRow({ user, actions }: { user: User; actions: UserActions }) {
  const { email, name, status, last_seen_at } = user;
  const { tone, word } = statusLooks[status];
  return (
    <li className="grid gap-2 border-t border-(--border) py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="m-0 min-w-0 font-medium wrap-anywhere">{calledName(user)}</p>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="m-0 wrap-anywhere text-(--muted)">
        {name ? `${email} · ` : ''}
        {signInMethods(user)}
        {last_seen_at ? 'Last seen ' : 'Never seen'}
        {last_seen_at ? <Time value={last_seen_at} /> : null}
      </p>
      <UserButtons user={user} actions={actions} />
    </li>
  );
}

/** 'authenticator app, 2 passkeys · '; empty for users with a password only. */
function signInMethods({ has_totp, passkeys, sso }: User): string {
  const methods = [
    ...(has_totp ? ['authenticator app'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
    ...(sso ? ['single sign-on'] : []),
  ];
  return methods.length === 0 ? '' : `${methods.join(', ')} · `;
}

function UserButtons({ user, actions }: { user: User; actions: UserActions }) {
  const called = calledName(user);
  const of = <span className="sr-only">{called}</span>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        aria-label={`Role of ${called}`}
        className={controlClass}
        value={user.role}
        onChange={({ target }) => {
          const role = roles.find((each) => each === target.value);
          if (role) void actions.setRole(user, role);
        }}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </select>
      {user.status === 'active' ? (
        <Button size="small" onClick={() => void actions.disable(user)}>
          Disable {of}
        </Button>
      ) : null}
      {user.status === 'disabled' ? (
        <Button size="small" onClick={() => void actions.enable(user)}>
          Enable {of}
        </Button>
      ) : null}
      <Button size="small" onClick={() => void actions.reset(user)}>
        Reset {of}
      </Button>
      <Button size="small" onClick={() => void actions.remove(user)}>
        Remove {of}
      </Button>
    </div>
  );
}
