import { Link } from '@tanstack/react-router';
import { Section } from '../sections.tsx';
import css from './profile.module.css';

/** What an account that was made with a key alone lacks, and both ways to a password. */
export function NoPassword({ email }: { email: string }) {
  return (
    <Section title="Password">
      <p>
        This account has no password: it is used by API keys alone. Until it has one, nobody can sign in by email,
        two-step sign-in cannot be turned on, and the account cannot be deleted here.
      </p>
      <p>
        <Link className="link" to="/reset">
          Have a link sent
        </Link>{' '}
        to its address that sets a password; a service without a mail server writes the link to its log. Or set one on
        the machine of the service:
      </p>
      <pre className={css.command}>npm run asfiled -- user set-password {email}</pre>
    </Section>
  );
}
