import { useTranslation } from 'react-i18next'

interface PersonOnWhatsApp {
  /** Digits; empty when the person hides it. */
  readonly phoneNumber: string
  /** Without its @; empty when unknown. */
  readonly username: string
}

/** What stands where a person's number does: people may hide theirs. */
export function useNumberText() {
  const { t } = useTranslation()
  return ({ phoneNumber, username }: PersonOnWhatsApp): string =>
    phoneNumber || (username ? `@${username}` : t('No number'))
}

/** The same on a page, with the reason why there is no number. */
export function PersonNumber({ person }: { person: PersonOnWhatsApp }) {
  const { t } = useTranslation()
  const text = useNumberText()(person)
  if (person.phoneNumber) return text
  return <span title={t('This person hides their number on WhatsApp.')}>{text}</span>
}
