import { INVITED_AT_ONCE_MAX } from '@kirim/contract/limits'
import { useTranslation } from 'react-i18next'
import type { Keywords } from '#shared/forms/keywords.ts'
import { WordsBox } from '#shared/forms/words-box.tsx'
import { useFormat } from '#shared/i18n/format.ts'
import { Field } from '#shared/ui/field.tsx'
import { completeEmails, EMAIL_SEPARATOR, type EmailProblem, isTooMany } from './invited-emails.ts'

interface EmailsFieldProps {
  value: Keywords
  onChange: (value: Keywords) => void
  problemOf: (email: string) => EmailProblem | null
  /** Says that none was given. */
  missing: boolean
}

/** The people to invite, as chips; says what is wrong with which of them. */
export function EmailsField({ value, onChange, problemOf, missing }: EmailsFieldProps) {
  const { t } = useTranslation()
  const error = useProblem(value, problemOf)
  return (
    <Field
      label={t('E-mail addresses')}
      hint={t('Separate with commas, or paste a list.')}
      error={error ?? (missing ? t('Enter at least one e-mail.') : undefined)}
    >
      <WordsBox
        value={value}
        onChange={({ words, typing }) =>
          onChange({ words: completeEmails({ words, typing: '' }), typing })
        }
        onBlur={() => undefined}
        placeholder={value.words.length === 0 ? t('name@example.com') : t('Add another')}
        separator={EMAIL_SEPARATOR}
        isWrong={(email) => problemOf(email) !== null}
        inputMode="email"
      />
    </Field>
  )
}

/** The first problem of those that are complete. */
function useProblem({ words }: Keywords, problemOf: EmailsFieldProps['problemOf']) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (isTooMany(words)) {
    return t('Invite at most {n} people at once.', { n: number(INVITED_AT_ONCE_MAX) })
  }
  const email = words.find((word) => problemOf(word) !== null)
  if (email === undefined) return undefined
  const texts: Record<EmailProblem, string> = {
    invalid: t('“{email}” is not an e-mail address.', { email }),
    member: t('{email} already belongs to the team.', { email }),
    invited: t('{email} is invited already. Copy a new link below the team.', { email }),
  }
  return texts[problemOf(email) ?? 'invalid']
}
