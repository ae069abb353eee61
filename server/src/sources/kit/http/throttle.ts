/** Spaces the requests to one registry over all callers. */
export interface Throttle {
  /** Resolves when the next request may be sent. */
  take(signal?: AbortSignal): Promise<void>;
  /** Pauses all callers at the request of the registry. */
  pause(durationMs: number): Promise<void>;
}
