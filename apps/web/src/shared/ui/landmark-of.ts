/**
 * Where what a trigger opens belongs: beside it in its dialog, else in its part of the page. Null
 * outside of those, and then it stands at the end of the body.
 */
export function landmarkOf(trigger: Element | null): HTMLElement | null {
  for (const landmark of ['[role$=dialog]', 'main', 'header']) {
    const around = trigger?.closest<HTMLElement>(landmark)
    if (around) return around
  }
  return null
}
