const SPECIAL_CHARACTERS = /[\\{}|[\]]/g

/** Writes `text` as a template that renders to exactly `text`. */
export function escapeTemplate(text: string): string {
  return text.replace(SPECIAL_CHARACTERS, '\\$&')
}
