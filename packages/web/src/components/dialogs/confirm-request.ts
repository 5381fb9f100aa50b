/** A question before something is lost. */
export interface ConfirmRequest {
  /** Verb and object: 'Delete website "Checkout"?' */
  title: string;
  /** What is asked, or what is lost. */
  body: string;
  /** A further sentence: the consequences, in figures. */
  note?: string;
  /** The verb again. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Whether it cannot be undone. */
  isDanger?: boolean;
  /** Text that must be typed first. */
  typeToConfirm?: string;
  /** What is done after a yes. The dialog stays open and shows that it works. */
  run?: () => Promise<unknown>;
  pendingLabel?: string;
  /** Message when `run` fails. */
  failure?: string | ((error: unknown) => string);
}
