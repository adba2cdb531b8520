import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that the code at hand works for. */
export interface RequestContext {
  requestId: string;
  /** The caller's token subject, once the token has been checked. */
  subject: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and whatever it starts, on behalf of a request. */
export const runInRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** The request at hand; undefined in background work. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();
