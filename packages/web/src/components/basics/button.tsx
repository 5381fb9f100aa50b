import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { needsServer, useIsAway } from '../../reachability/watch-server.ts';

type ButtonKind = 'primary' | 'quiet' | 'danger' | 'bare' | 'warn';

const kinds: Record<ButtonKind, string> = {
  primary: 'border-(--ink) bg-(--ink) text-(--on-ink) hover:opacity-90',
  quiet: 'border-(--border-strong) bg-(--surface) text-(--text) hover:bg-(--hover)',
  danger: 'border-(--down-solid) bg-(--down-solid) text-(--on-solid) hover:opacity-90',
  warn: 'border-(--warn-fg)/55 bg-transparent text-(--warn-fg) hover:bg-(--warn-fg)/10',
  bare: 'border-transparent bg-transparent text-(--muted) hover:bg-(--hover) hover:text-(--text)',
};

const sizes = { usual: 'min-h-9 px-3.5', small: 'min-h-8 px-3 text-[0.8125rem]' } as const;

/** Also for links that look like a button. Small ones are for toolbars. */
export const buttonClass = (kind: ButtonKind = 'quiet', size: keyof typeof sizes = 'usual'): string =>
  `inline-flex ${sizes[size]} cursor-pointer items-center justify-center gap-2 rounded-lg border font-medium no-underline [transition:120ms] hover:no-underline disabled:cursor-not-allowed disabled:border-(--border) disabled:bg-(--sunken) disabled:text-(--muted) disabled:opacity-100 max-md:min-h-11 pointer-coarse:min-h-11 ${kinds[kind]}`;

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  kind?: ButtonKind;
  size?: keyof typeof sizes;
  type?: 'button' | 'submit';
  /** While true, further presses have no effect. The button is not disabled, so that it keeps the focus. */
  pending?: boolean;
  /** Label while pending. */
  pendingLabel?: string;
  icon?: ReactNode;
  /** The press is a request: disabled, with the reason as its tooltip, while the server cannot be reached. */
  isRequest?: boolean;
  ref?: React.Ref<HTMLButtonElement>;
}

/** A button that shows the progress of its action. */
export function Button(props: ButtonProps) {
  const {
    kind = 'quiet',
    size = 'usual',
    type = 'button',
    pending = false,
    pendingLabel,
    icon,
    isRequest = false,
    children,
    onClick,
    ...rest
  } = props;
  const lacksServer = useIsAway() && isRequest;
  return (
    <button
      {...rest}
      type={type}
      disabled={rest.disabled || lacksServer}
      title={lacksServer ? needsServer : rest.title}
      className={`${buttonClass(kind, size)} ${pending ? 'cursor-progress' : ''} ${rest.className ?? ''}`}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending ? <BusyRing /> : icon}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  );
}

const BusyRing = () => (
  <span
    aria-hidden="true"
    className="size-4 rounded-full border-2 border-current border-t-transparent opacity-70 motion-safe:animate-spin"
  />
);
