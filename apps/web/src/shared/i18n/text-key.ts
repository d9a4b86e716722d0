/**
 * Marks a text that is translated where it is shown, so that the test of the translations finds it.
 */
export function textKey<K extends string>(text: K): K {
  return text
}
