import page from '../../../../docs/guides/webhooks.md?raw';

export type VerificationLanguage = 'typescript' | 'python' | 'go';

/** The verification code of the documentation page, whose code is tested. */
export function verificationCode(language: VerificationLanguage): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? [];
  return code;
}
