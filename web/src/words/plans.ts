/** `free` as `Free`. */
export function planWord(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}
