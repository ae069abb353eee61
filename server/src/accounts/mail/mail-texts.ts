import type { Mail } from './mailer.ts';

/** Texts of the mails to account owners. Links carry their token after the `#`, which browsers do not send to servers. */

type Text = Omit<Mail, 'to'>;

function confirmLink(origin: string, token: string): string {
  return `${origin}/signup#confirm=${token}`;
}

/** The page that sets a new password. */
export function resetLink(origin: string, token: string): string {
  return `${origin}/reset#token=${token}`;
}

/** Confirms a sign-up. The page asks for the password again, so that the sign-up of a stranger creates no account. */
export function confirmSignUpText(origin: string, token: string): Text {
  return {
    subject: 'Confirm your asfiled account',
    text: `Someone signed up for an account at ${origin} with this email address.

To confirm, open this link within 24 hours and enter the password you chose:

${confirmLink(origin, token)}

If this was not you, ignore this email. No account is created without the password.
`,
  };
}

/** Sent if the address that signs up already has an account; the sign-up form shows the same page in both cases. */
export function alreadySignedUpText(origin: string): Text {
  return {
    subject: 'You already have an asfiled account',
    text: `Someone signed up at ${origin} with this email address, but it already has an account.

Sign in: ${origin}/signin
Reset your password: ${origin}/reset

If this was not you, ignore this email. Nothing has changed.
`,
  };
}

/** Links to the page that sets a new password; valid for an hour. */
export function resetText(origin: string, token: string): Text {
  return {
    subject: 'Reset your asfiled password',
    text: `Someone requested a password reset for your account at ${origin}.

To choose a new password, open this link within an hour:

${resetLink(origin, token)}

If this was not you, ignore this email. Your password stays the same.
`,
  };
}

/** Notifies the owner that the password was changed. */
export function passwordSetText(origin: string): Text {
  return {
    subject: 'Your asfiled password was changed',
    text: `The password of your account at ${origin} was changed. All sessions and connected apps were signed out. Your own API
keys still work; review them at ${origin}/account/keys.

If this was not you, reset your password immediately: ${origin}/reset
`,
  };
}

/** Notifies the owner that two-step sign-in was turned on or off. */
export function secondFactorText(origin: string, state: 'on' | 'off'): Text {
  return {
    subject: `Two-step sign-in was turned ${state} for your asfiled account`,
    text: `Two-step sign-in was turned ${state} for your account at ${origin}.

If this was not you, reset your password immediately: ${origin}/reset
`,
  };
}
