import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf, visitors } from '../../accounts/audit/visitor.ts';
import { signOutSession } from '../../accounts/oauth/sessions.ts';
import type { Database } from '../../db/database.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { requireSameOrigin } from './require-same-origin.ts';

/** `POST /oauth/sign-out`: ends the session of this browser with its tokens, and clears its cookies. */
export function addSignOutRoute(
  app: FastifyInstance,
  { server, db, admit }: { server: AuthorizationServer; db: Database; admit: (request: FastifyRequest) => void },
): void {
  app.post(
    '/oauth/sign-out',
    { config: { operation: 'oauth_sign_out' }, onRequest: async request => admit(request) },
    async (request, reply) => {
      requireSameOrigin(request, server.origin);
      const provider = await server.provider();
      const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
      const { accountId, uid } = session;
      if (accountId !== undefined) {
        await visitors.run(visitorOf(request), () => signOutSession(db, accountId, uid));
      }
      clearCookie(reply, provider.cookieName('session'), server.isSecure);
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}

function clearCookie(reply: FastifyReply, name: string, isSecure: boolean): void {
  const past = `Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  reply.header('set-cookie', [`${name}=; ${past}`, `${name}.sig=; ${past}`]);
}
