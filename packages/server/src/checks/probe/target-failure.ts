/** Thrown by a probe: the target is down for the reason in the message, which follows 'is down: '. */
export class TargetFailure extends Error {
  override readonly name: string = 'TargetFailure';
}
