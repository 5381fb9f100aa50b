/** A question before a destructive action. */
export interface ConfirmRequest {
  /** Verb and object: 'Delete website "Checkout"?' */
  title: string;
  /** The question, or what is lost. */
  body: string;
  /** A further sentence with the consequences in figures. */
  note?: string;
  /** Repeats the verb of the title. */
  confirmLabel: string;
  cancelLabel?: string;
  /** The action cannot be undone. */
  isDanger?: boolean;
  /** Text that the user must type before the button is enabled. */
  typeToConfirm?: string;
  /** The action. The dialog stays open and shows progress while it runs. */
  run?: () => Promise<unknown>;
  pendingLabel?: string;
  /** Error message when `run` fails. */
  failure?: string | ((error: unknown) => string);
}
