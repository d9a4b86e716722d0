/** Emoji that shops write with, by the names of their groups (keys of the texts). */
export const EMOJI: Readonly<Record<string, readonly string[]>> = {
  Smileys: [...'😀😁😂🤣😊🙂😉😍🥰😘😋😎🤩🥳🤔🤗😇😅😢😭😮😴🤒😡'],
  Hands: [...'👍👎👏🙌🙏🤝💪👋👌🤞👆👇👉👈📞📱💬📣'],
  Celebrations: ['❤️', '🧡', '💛', '💚', '💙', '💜', ...'💯🎉🎊🎁🎂🎈🌙🕌🎄🌟🔥✨'],
  Food: [...'☕🍵🥤🍔🍕🍜🍚🍛🍗🍰🍩🍪🍎🍉🍌🥭🍦🥗'],
  Shop: ['🛍️', '🛒', '💰', '💳', '🏷️', ...'📦🚚🏪🏠📍📅⏰⏳✅❌❓❗🔔'],
}
