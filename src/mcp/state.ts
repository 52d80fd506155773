/** The states of a server's connection, as every view sees them. */
import type { Catalog } from './catalog/catalog.ts';
import type { ServerFailure } from './failure.ts';
import type { Retry } from './staying/recovery.ts';

/** The state of a server's connection. Every server starts `disconnected`. */
export type ServerState =
  | { readonly kind: 'disconnected' }
  /** `after`: what the connection before it was lost to, if this launch is to bring it back. */
  | { readonly kind: 'connecting'; readonly after: ServerFailure | undefined }
  /** `setupMs`: how long it took from the start of the launch to the complete catalog. */
  | { readonly kind: 'connected'; readonly catalog: Catalog; readonly setupMs: number }
  /** `retry`: the start that will come by itself; without it, the next call or the user starts the server. */
  | { readonly kind: 'error'; readonly failure: ServerFailure; readonly retry: Retry | undefined };
