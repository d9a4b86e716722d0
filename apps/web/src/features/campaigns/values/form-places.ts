/** Parts of the form that something elsewhere leads to, by id. */
export const PLACES = {
  wordings: 'place-wordings',
  link: 'place-link',
  media: 'place-media',
  when: 'place-when',
} as const

export type Place = keyof typeof PLACES

/** Tells a folded section that a part of it has to be in sight. */
export const UNFOLD = 'unfold'

const FIELD =
  'input:not([type=file], [disabled]), textarea, [contenteditable=true], [role=combobox], button'

/** Brings a part of the form into sight, and the focus into its first field. */
export function goToPlace(place: Place): void {
  const part = document.getElementById(PLACES[place])
  part?.dispatchEvent(new Event(UNFOLD, { bubbles: true }))
  part?.scrollIntoView({ block: 'center' })
  const editor = part?.querySelector<HTMLElement>('[role=textbox], textarea')
  ;(editor ?? part?.querySelector<HTMLElement>(FIELD))?.focus({ preventScroll: true })
}
