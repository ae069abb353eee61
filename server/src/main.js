import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from './kernel/compile-cache.js';

enableCompileCache(COMPILE_CACHE);

const { runProgram } = await import('./cli/program.ts');
process.exitCode = await runProgram(process.argv);
