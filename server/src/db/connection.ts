/** Where PostgreSQL answers. Handed on as it is to anything that speaks to it with `pg` (pools, the job queue). */
export type ConnectionSettings =
  | { connectionString: string }
  | {
      /** The folder of a unix socket, or a host name. */
      host: string;
      port: number;
      user: string;
      database: string;
      ssl: false;
    };

/**
 * How a process of ours is told from other clients of the same server: `asfiled serve 1234`, its role and process id.
 * PostgreSQL cuts names at 63 bytes.
 */
export function applicationName(role: string): string {
  return `${APPLICATION_PREFIX}${role.slice(0, 40)} ${process.pid}`;
}

export const APPLICATION_PREFIX = 'asfiled ';
