/** A question before something is lost. */
export interface ConfirmRequest {
  /** Verb and object: 'Delete website "Checkout"?' */
  title: string;
  /** The question, or the loss. */
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
  /** Action after a confirmation. The dialog stays open and shows progress. */
  run?: () => Promise<unknown>;
  pendingLabel?: string;
  /** Message when `run` fails. */
  failure?: string | ((error: unknown) => string);
}
