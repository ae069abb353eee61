/** How many turns of the event loop other work gets until `work` is done. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await new Promise(resolve => setImmediate(resolve));
      turns += 1;
    }
  })();
  await work();
  isDone = true;
  await counting;
  return turns;
}
