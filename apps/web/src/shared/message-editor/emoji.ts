import { textKey } from '#shared/i18n/text-key.ts'

/** Common emoji for shops, by group name (a translation key). */
export const EMOJI: Readonly<Record<string, readonly string[]>> = {
  [textKey('Smileys')]: [...'😀😁😂🤣😊🙂😉😍🥰😘😋😎🤩🥳🤔🤗😇😅😢😭😮😴🤒😡'],
  [textKey('Hands')]: [...'👍👎👏🙌🙏🤝💪👋👌🤞👆👇👉👈📞📱💬📣'],
  [textKey('Celebrations')]: ['❤️', '🧡', '💛', '💚', '💙', '💜', ...'💯🎉🎊🎁🎂🎈🌙🕌🎄🌟🔥✨'],
  [textKey('Food')]: [...'☕🍵🥤🍔🍕🍜🍚🍛🍗🍰🍩🍪🍎🍉🍌🥭🍦🥗'],
  [textKey('Shop')]: ['🛍️', '🛒', '💰', '💳', '🏷️', ...'📦🚚🏪🏠📍📅⏰⏳✅❌❓❗🔔'],
}
