import module from 'node:module';
import { COMPILE_CACHE } from './kernel/compile-cache.js';

// JavaScript without named imports that older versions lack, so that every Node.js can read this file far enough to
// report its requirement.
if (process.features.typescript) {
  module.enableCompileCache(COMPILE_CACHE);
  const { runProgram } = await import('./cli/program.ts');
  process.exitCode = await runProgram(process.argv);
} else {
  console.error(
    `asfiled needs Node.js 24, and this is ${process.version}. Run \`npm start\` or \`npm run asfiled -- COMMAND\`: they use the Node.js that \`npm ci\` installed.`,
  );
  process.exitCode = 2;
}
