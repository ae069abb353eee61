/** Declares the part of autocannon 8 that is used here, because the package has no declarations. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests?: Request[];
  }

  interface Running extends EventEmitter, PromiseLike<{ duration: number }> {
    on(
      event: 'response',
      listener: (client: object, statusCode: number, bytes: number, milliseconds: number) => void,
    ): this;
  }

  export default function autocannon(options: Options): Running;
}
