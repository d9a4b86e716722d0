/** Line breaks, tabs and spaces of every kind. */
const GAPS = /[\p{Cc}\s]+/gu
/** Marks that turn the direction of the text around them, and what follows a name with it. */
const DIRECTION_MARKS = /\p{Bidi_Control}/gu

/** A name as it is kept: on one line, one space between words, and changing no text but its own. */
export function oneLine(written: string): string {
  return written.normalize('NFC').replace(DIRECTION_MARKS, '').replace(GAPS, ' ').trim()
}

/** Something that is seen: neither a gap nor a character that stands for nothing. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u
