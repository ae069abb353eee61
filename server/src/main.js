import module from 'node:module';
import { COMPILE_CACHE } from './kernel/compile-cache.js';

// JavaScript, and no named import of what older versions lack: every Node.js reads this file far enough to say what it needs.
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
