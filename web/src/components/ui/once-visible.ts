/** Calls back once when an element becomes visible; returns a function that cancels. */
export function onceVisible(element: Element, then: () => void): () => void {
  const seen = new IntersectionObserver(entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    then();
  });
  seen.observe(element);
  return () => seen.disconnect();
}
