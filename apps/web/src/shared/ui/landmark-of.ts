/**
 * The container for the popup of a trigger: its dialog, else its landmark; null without one, and
 * the popup is appended to the body.
 */
export function landmarkOf(trigger: Element | null): HTMLElement | null {
  for (const landmark of ['[role$=dialog]', 'main', 'header']) {
    const around = trigger?.closest<HTMLElement>(landmark)
    if (around) return around
  }
  return null
}
