import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Node strips the types of each file at each start, which takes longer than all else: once is enough.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'));

const { runProgram } = await import('./cli/program.ts');
process.exitCode = await runProgram(process.argv);
