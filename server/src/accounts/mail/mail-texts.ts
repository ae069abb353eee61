import type { Mail } from './mailer.ts';

/** What is written to holders of accounts, in plain words. Links carry their token after the `#`: no server logs it. */

type Text = Omit<Mail, 'to'>;

function confirmLink(origin: string, token: string): string {
  return `${origin}/signup#confirm=${token}`;
}

/** Where a password is chosen anew. The token stands behind `#`, which no server and no log ever sees. */
export function resetLink(origin: string, token: string): string {
  return `${origin}/reset#token=${token}`;
}

/** What confirms a sign-up; the password is asked for again, so that no stranger’s sign-up makes an account. */
export function confirmSignUpText(origin: string, token: string): Text {
  return {
    subject: 'Confirm your asfiled account',
    text: `Somebody, hopefully you, wants an account at ${origin} for this address.

Open this within 24 hours and give the password that you chose:

${confirmLink(origin, token)}

If it was not you, do nothing: without the password no account is made.
`,
  };
}

/** What is sent where an address that signs up has an account: the form says the same in both cases. */
export function alreadySignedUpText(origin: string): Text {
  return {
    subject: 'You have an asfiled account already',
    text: `Somebody, hopefully you, asked for an account at ${origin} for this address. It has one.

Sign in: ${origin}/signin
A new password: ${origin}/reset

If it was not you, do nothing: nothing has changed.
`,
  };
}

/** What leads to a new password, within an hour. */
export function resetText(origin: string, token: string): Text {
  return {
    subject: 'A new password for your asfiled account',
    text: `Somebody, hopefully you, asked for a new password at ${origin}.

Choose one within an hour:

${resetLink(origin, token)}

If it was not you, do nothing: your password stays as it is.
`,
  };
}

/** What tells the holder that the password was changed. */
export function passwordSetText(origin: string): Text {
  return {
    subject: 'Your asfiled password was changed',
    text: `The password of your account at ${origin} was changed. All sessions and connected apps were signed out. API keys go
on working; look through them under ${origin}/account/keys.

If it was not you, choose a new password at once: ${origin}/reset
`,
  };
}

/** What tells the holder that two-step sign-in was turned on or off. */
export function secondFactorText(origin: string, state: 'on' | 'off'): Text {
  return {
    subject: `Two-step sign-in was turned ${state} for your asfiled account`,
    text: `Two-step sign-in was turned ${state} for your account at ${origin}.

If it was not you, choose a new password at once: ${origin}/reset
`,
  };
}
