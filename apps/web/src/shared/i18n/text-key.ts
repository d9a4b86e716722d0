/** Marks a text that is translated elsewhere, so that the translation test finds it. */
export function textKey<K extends string>(text: K): K {
  return text
}
