/** The language in the user's region; null when the runtime does not support that locale. */
function inRegionOf(language: string, reader: string): string | null {
  const region = regionOf(reader)
  if (!region || region === 'US') return null
  const locale = `${language}-${region}`
  if (Intl.DateTimeFormat(locale).resolvedOptions().locale === locale) return locale
  // English falls back to 'en-001' (international) in regions without a form of their own.
  return language === 'en' ? 'en-001' : null
}

/**
 * The locale for numbers and dates: the chosen language in the user's region, else in its own
 * country, which for English is Malaysia.
 * `preferred` lists the browser's languages, best first; only their region is used. The United
 * States are passed over: most browsers are delivered with them, wherever they are used.
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  for (const reader of preferred) {
    const locale = inRegionOf(language, reader)
    if (locale) return locale
  }
  return language === 'en' ? 'en-MY' : `${language}-${regionOf(language)}`
}

/**
 * The region of a locale, 'DE' for 'de' and 'de-DE'; undefined for an invalid locale such as the
 * 'en-US@posix' of some systems.
 */
function regionOf(reader: string): string | undefined {
  try {
    return new Intl.Locale(reader).maximize().region
  } catch {
    return undefined
  }
}
