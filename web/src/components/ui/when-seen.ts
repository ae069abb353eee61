/** Calls back once, when an element comes into sight; returns what ends the wait. */
export function whenSeen(element: Element, then: () => void): () => void {
  const seen = new IntersectionObserver(entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    then();
  });
  seen.observe(element);
  return () => seen.disconnect();
}
