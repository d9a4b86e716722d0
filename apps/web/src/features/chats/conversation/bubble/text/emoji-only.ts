/** Whether a text is nothing but one, two or three emoji, which are shown larger. */
export function isEmojiOnly(text: string): boolean {
  return text.length <= 64 && /^\s*(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text)
}
