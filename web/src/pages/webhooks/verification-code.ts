import page from '../../../../docs/guides/webhooks.md?raw';

export type VerificationLanguage = 'typescript' | 'python' | 'go';

/** Code that tells whether a webhook is genuine, as the page of the documentation shows it, whose code tests run. */
export function verificationCode(language: VerificationLanguage): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? [];
  return code;
}
