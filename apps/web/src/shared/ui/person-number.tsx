import { useTranslation } from 'react-i18next'
import { PhoneNumber } from './phone-number.tsx'

interface PersonOnWhatsApp {
  /** Digits; empty when the person hides it. */
  readonly phoneNumber: string
  /** Without its @; empty when unknown. */
  readonly username: string
}

/** Returns a function that gives the number of a person, or a substitute when it is hidden. */
export function useNumberText() {
  const { t } = useTranslation()
  return ({ phoneNumber, username }: PersonOnWhatsApp): string =>
    phoneNumber || (username ? `@${username}` : t('No number'))
}

/** A person's number; a hidden one has a tooltip with the reason. */
export function PersonNumber({ person }: { person: PersonOnWhatsApp }) {
  const { t } = useTranslation()
  const text = useNumberText()(person)
  if (person.phoneNumber) return <PhoneNumber number={person.phoneNumber} />
  return <span title={t('This person hides their number on WhatsApp.')}>{text}</span>
}
