import { useTranslation } from 'react-i18next'
import { Field } from '#shared/ui/field.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'

interface GroupMembersProps {
  people: readonly { phoneNumber: string; name: string }[]
  error: string | undefined
}

/** Selects the members of a group: known people by checkbox, and any other numbers. */
export function GroupMembers({ people, error }: GroupMembersProps) {
  const { t } = useTranslation()
  return (
    <>
      {people.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-caption font-medium">{t('Members')}</legend>
          <ul className="max-h-44 overflow-y-auto rounded-md border border-input py-1">
            {people.map(({ phoneNumber, name }) => (
              <li key={phoneNumber}>
                <label className="flex min-h-8 items-center gap-2.5 px-3 hover:bg-muted/60 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    name="member"
                    value={phoneNumber}
                    className="size-4 shrink-0 accent-primary"
                  />
                  <span className="min-w-0 flex-1 truncate">{name || phoneNumber}</span>
                  <span className="tnum text-caption text-muted-foreground">{phoneNumber}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <Field
        label={people.length > 0 ? t('Other numbers') : t('Members')}
        optional={people.length > 0}
        error={error}
        hint={t('One per line, or separated by commas.')}
      >
        <Textarea name="others" rows={2} inputMode="tel" placeholder="601xxxxxxxx" />
      </Field>
    </>
  )
}
