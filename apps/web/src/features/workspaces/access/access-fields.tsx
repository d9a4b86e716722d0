import { mayDo, type RoleName, roles, type Sees } from '@kirim/contract/roles'
import type { MemberAccess } from '@kirim/contract/team'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { NumberDot } from '#shared/ui/number-dot.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { GIVEN_ROLES, type Giver, givableSees } from './access-values.ts'
import { ChoiceCard } from './choice-card.tsx'
import { isHiddenWithAgents } from './hidden-numbers.ts'
import { seesNames } from './sees-words.tsx'
import { type PlacedNumber, useNumbers } from './use-numbers.ts'

interface AccessFieldsProps {
  value: MemberAccess
  onChange: (value: MemberAccess) => void
  disabled: boolean
  /** The reader, with what they see themselves. */
  giver: Giver
  /** Says that a number must be chosen. */
  lacksNumbers: boolean
}

/** What a person may do and see: role, chats, phone numbers. */
export function AccessFields(props: AccessFieldsProps) {
  const { value, onChange, disabled, giver, lacksNumbers } = props
  const { t } = useTranslation()
  const group = useId()
  const set = (change: Partial<MemberAccess>) => onChange({ ...value, ...change })
  const hiddenWithAgents = isHiddenWithAgents(value.role, giver.hidesNumbersOfAgents)
  const ofAll = hiddenWithAgents ? t('Hidden from all agents of this workspace.') : null
  const whyHidden = giver.hidesNumbers ? t('Phone numbers are hidden from you, too.') : ofAll
  return (
    <>
      <Group legend={t('Role')} className="sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
        {GIVEN_ROLES.map((role: RoleName) => (
          <ChoiceCard
            key={role}
            group={`${group}-role`}
            title={t(roles[role].name)}
            summary={t(roles[role].summary)}
            checked={value.role === role}
            disabled={disabled}
            onChoose={() => set({ role })}
          />
        ))}
      </Group>
      <SeesChoices
        value={value}
        giver={giver}
        group={`${group}-sees`}
        disabled={disabled}
        lacksNumbers={lacksNumbers}
        onChange={set}
      />
      <div className="flex items-start justify-between gap-4 border-t pt-4">
        <div className="min-w-0">
          <p id={`${group}-hide`} className="text-caption font-medium">
            {t('Hide phone numbers')}
          </p>
          <p id={`${group}-hide-note`} className="text-caption text-muted-foreground">
            {whyHidden ??
              t('They see names; a number shows as “•••• 4821” and cannot be copied or exported.')}
          </p>
        </div>
        <Switch
          aria-labelledby={`${group}-hide`}
          aria-describedby={`${group}-hide-note`}
          checked={value.hidesNumbers || whyHidden !== null}
          disabled={disabled || whyHidden !== null}
          onCheckedChange={(hidesNumbers) => set({ hidesNumbers })}
        />
      </div>
    </>
  )
}

interface SeesChoicesProps {
  value: MemberAccess
  giver: Giver
  group: string
  disabled: boolean
  lacksNumbers: boolean
  onChange: (change: Partial<MemberAccess>) => void
}

function SeesChoices({ value, giver, group, disabled, lacksNumbers, onChange }: SeesChoicesProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const numbers = useNumbers()
  const summaries: Record<Sees, string> = {
    all: t('Of all {n} numbers', { count: numbers.length, n: number(numbers.length) }),
    numbers: t('All chats of these numbers'),
    chats: mayDo(value.role, 'chats:write')
      ? t('Chats assigned to them, and those nobody has taken')
      : t('Chats that nobody has taken'),
  }
  return (
    <Group legend={t('Sees')}>
      {givableSees(giver).map((sees) => (
        <ChoiceCard
          key={sees}
          group={group}
          title={t(seesNames[sees])}
          summary={summaries[sees]}
          checked={value.sees === sees}
          disabled={disabled}
          onChoose={() => onChange({ sees })}
        >
          {sees === 'numbers' && (
            <NumberChoices
              numbers={numbers}
              chosen={value.deviceIds}
              disabled={disabled}
              lacking={lacksNumbers}
              onChange={(deviceIds) => onChange({ deviceIds })}
            />
          )}
        </ChoiceCard>
      ))}
    </Group>
  )
}

interface NumberChoicesProps {
  numbers: readonly PlacedNumber[]
  chosen: readonly string[]
  disabled: boolean
  lacking: boolean
  onChange: (chosen: string[]) => void
}

function NumberChoices({ numbers, chosen, disabled, lacking, onChange }: NumberChoicesProps) {
  const { t } = useTranslation()
  if (numbers.length === 0) {
    return <p className="text-caption text-muted-foreground">{t('No number is linked yet.')}</p>
  }
  return (
    <>
      <div className="flex max-h-40 flex-wrap gap-x-4 gap-y-1.5 overflow-y-auto">
        {numbers.map(({ id, name, place, connected }) => (
          <label key={id} className="flex max-w-full items-center gap-2 pointer-coarse:min-h-8">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={disabled}
              aria-invalid={lacking || undefined}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
              className="size-4 shrink-0 accent-primary"
            />
            <NumberDot place={place} connected={connected} />
            <span className="truncate">{name}</span>
          </label>
        ))}
      </div>
      {lacking && (
        <p role="alert" className="mt-2 flex items-center gap-1.5 text-xs text-destructive">
          <CircleAlert className="size-3.5 stroke-2" aria-hidden="true" />
          {t('Choose at least one number.')}
        </p>
      )}
    </>
  )
}

function Group({
  legend,
  className = '',
  children,
}: {
  legend: string
  className?: string
  children: ReactNode
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-caption font-medium">{legend}</legend>
      <div className={`grid gap-2 ${className}`}>{children}</div>
    </fieldset>
  )
}
