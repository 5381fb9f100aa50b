import type { ApiContract } from '@upvigil/core/contract/contract';
import type { Endpoint, ParsedRequestOf, ResponseOf } from '@upvigil/core/contract/endpoint';

export const fakePassword = 'correct horse battery';
export const fakeToken = 'token-of-the-fake-server';

type HandlerOf<E extends Endpoint> = (request: ParsedRequestOf<E>) => ResponseOf<E> | Promise<ResponseOf<E>>;
/** Handlers of some endpoints, by group and name of the contract; each answers the contract's type. */
export type Handlers = {
  [Group in keyof ApiContract]?: {
    [Name in keyof ApiContract[Group]]?: ApiContract[Group][Name] extends Endpoint
      ? HandlerOf<ApiContract[Group][Name]>
      : never;
  };
};

/** A refused request, as a handler throws it. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}
