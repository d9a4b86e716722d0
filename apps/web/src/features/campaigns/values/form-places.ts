/** Parts of the form that a finding leads to, by id. */
export const PLACES = {
  wordings: 'place-wordings',
  link: 'place-link',
  media: 'place-media',
  when: 'place-when',
} as const

export type Place = keyof typeof PLACES

/** The event that opens the folded section around a place. */
export const UNFOLD = 'unfold'

const FIELD =
  'input:not([type=file], [disabled]), textarea, [contenteditable=true], [role=combobox], button'

/** Opens and scrolls to a part of the form, and focuses its first field. */
export function goToPlace(place: Place): void {
  const part = document.getElementById(PLACES[place])
  part?.dispatchEvent(new Event(UNFOLD, { bubbles: true }))
  part?.scrollIntoView({ block: 'center' })
  const editor = part?.querySelector<HTMLElement>('[role=textbox], textarea')
  ;(editor ?? part?.querySelector<HTMLElement>(FIELD))?.focus({ preventScroll: true })
}
