/**
 * Connection parameters of a PostgreSQL server, passed unchanged to everything that connects with `pg` (pools, the job
 * queue).
 */
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
 * Identifies our processes among other clients of the server: `asfiled serve 1234`, the role and process id. PostgreSQL
 * cuts names at 63 bytes.
 */
export function applicationName(role: string): string {
  return `${APPLICATION_PREFIX}${role.slice(0, 40)} ${process.pid}`;
}

export const APPLICATION_PREFIX = 'asfiled ';
