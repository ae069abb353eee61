/** A `ref` of an element that scrolls: not every browser lets the keyboard into it by itself. */
export function reachByKeyboard(element: HTMLElement | null): void {
  if (element) element.tabIndex = 0;
}
