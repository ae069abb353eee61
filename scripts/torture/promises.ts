/** Prints whether a guarantee holds; a failed one makes the exit code 1. */
export function promise(text: string, isKept: boolean, measured: string): void {
  console.log(`${isKept ? 'PASS' : 'FAIL'}  ${text} (${measured})`);
  if (!isKept) process.exitCode = 1;
}

/** Prints that a guarantee could not be checked here, and why. */
export function skipped(text: string, why: string): void {
  console.log(`SKIP  ${text} (${why})`);
}
