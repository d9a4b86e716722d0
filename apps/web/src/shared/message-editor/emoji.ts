import { textKey } from '#shared/i18n/text-key.ts'

/** Emoji that shops write with, by the names of their groups (texts to translate). */
export const EMOJI: Readonly<Record<string, readonly string[]>> = {
  [textKey('Smileys')]: [...'😀😁😂🤣😊🙂😉😍🥰😘😋😎🤩🥳🤔🤗😇😅😢😭😮😴🤒😡'],
  [textKey('Hands')]: [...'👍👎👏🙌🙏🤝💪👋👌🤞👆👇👉👈📞📱💬📣'],
  [textKey('Celebrations')]: ['❤️', '🧡', '💛', '💚', '💙', '💜', ...'💯🎉🎊🎁🎂🎈🌙🕌🎄🌟🔥✨'],
  [textKey('Food')]: [...'☕🍵🥤🍔🍕🍜🍚🍛🍗🍰🍩🍪🍎🍉🍌🥭🍦🥗'],
  [textKey('Shop')]: ['🛍️', '🛒', '💰', '💳', '🏷️', ...'📦🚚🏪🏠📍📅⏰⏳✅❌❓❗🔔'],
}
