/** Prints whether a promise was kept; a broken one makes the exit code 1. */
export function promise(text: string, isKept: boolean, measured: string): void {
  console.log(`${isKept ? 'PASS' : 'FAIL'}  ${text} (${measured})`);
  if (!isKept) process.exitCode = 1;
}

/** Says that a promise could not be checked here, and why. */
export function skipped(text: string, why: string): void {
  console.log(`SKIP  ${text} (${why})`);
}
