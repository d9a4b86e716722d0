import { ROLE_NAMES, type RoleName, roles } from '@kirim/contract/roles'
import type { TeamMember } from '@kirim/contract/team'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'

interface RoleFilterProps {
  people: readonly TeamMember[]
  value: RoleName | null
  onChange: (value: RoleName | null) => void
}

/** A button for each role, with its count. */
export function RoleFilter({ people, value, onChange }: RoleFilterProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('Show')}</legend>
      {[null, ...ROLE_NAMES].map((role) => {
        const count = people.filter((person) => role === null || person.role === role).length
        return (
          <Button
            key={role}
            size="sm"
            aria-pressed={role === value}
            onClick={() => onChange(role)}
            className={cn('font-normal', role === value && 'border-primary bg-accent font-medium')}
          >
            {role ? t(roles[role].name) : t('All')}
            <span className="tnum text-muted-foreground">{number(count)}</span>
          </Button>
        )
      })}
    </fieldset>
  )
}
