/** Spaces the requests of one registry over everybody who asks it. */
export interface Throttle {
  /** Returns when this request may go out. */
  take(signal?: AbortSignal): Promise<void>;
  /** Keeps everybody away for a while: the registry told us to stop. */
  pause(durationMs: number): Promise<void>;
}
