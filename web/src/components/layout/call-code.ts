import type { HttpCall } from '@asfiled/client';
import type { PageCall } from '../../api/use-api.ts';

export type CodeLanguage = 'curl' | 'typescript' | 'python';

/** Code that sends a call. It reads the key from the environment and never contains it. */
export function callCode(language: CodeLanguage, { name, input }: PageCall, { path }: HttpCall, base: string): string {
  const [route = '', query = ''] = path.split('?');
  const parameters = [...new URLSearchParams(query)];
  if (language === 'curl') {
    const lines = parameters.map(([key, value]) => `  --data-urlencode ${shellQuoted(`${key}=${value}`)}`);
    return [`curl -G -H "X-API-Key: $ASFILED_KEY" ${shellQuoted(base + route)}`, ...lines].join(' \\\n');
  }
  if (language === 'typescript') {
    return `import { createClient } from '@asfiled/client';

const client = createClient({
  baseUrl: ${JSON.stringify(base)},
  credential: process.env.ASFILED_KEY,
});
const answer = await client.${name}(${JSON.stringify(input, null, 2)});
`;
  }
  const keywords = parameters.map(([key, value]) => `        ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  return `import os, requests

answer = requests.get(
    ${JSON.stringify(base + route)},
    headers={"X-API-Key": os.environ["ASFILED_KEY"]},${keywords.length === 0 ? '' : `\n    params={\n${keywords.join('\n')}\n    },`}
).json()
`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
