import { mayDo, type Sees } from '@kirim/contract/roles'
import type { MemberAccess } from '@kirim/contract/team'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { NumberDot } from '#shared/ui/number-dot.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { givableSees } from './access-values.ts'
import type { PlacedNumber } from './use-numbers.ts'

export const seesNames: Readonly<Record<Sees, string>> = {
  all: textKey('All chats'),
  numbers: textKey('Own numbers'),
  chats: textKey('Own chats'),
}

interface SeesWordsProps {
  access: MemberAccess
  numbers: readonly PlacedNumber[]
  /** In one line, as in 'All chats, 3 numbers'. */
  inline?: boolean
}

/** Which chats a person sees: two lines, the second one says more. */
export function SeesWords({ access, numbers, inline = false }: SeesWordsProps) {
  const { t } = useTranslation()
  const what = t(seesNames[access.sees])
  const more = <SeesMore access={access} numbers={numbers} />
  if (inline) {
    return (
      <span>
        {what}, {more}
      </span>
    )
  }
  return (
    <>
      <p>{what}</p>
      <div className="text-caption text-muted-foreground">{more}</div>
    </>
  )
}

function SeesMore({ access, numbers }: SeesWordsProps): ReactNode {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { current } = useWorkspaces()
  if (access.sees === 'numbers') return <NumberNames ids={access.deviceIds} numbers={numbers} />
  if (access.sees === 'chats') return t('and unassigned ones')
  if (!mayDo(access.role, 'chats:write')) return t('may not write')
  // Somebody who does not see all numbers cannot count them.
  if (current && !givableSees(current).includes('all')) return t('all numbers')
  return t('{n} numbers', { count: numbers.length, n: number(numbers.length) })
}

const NAMED = 2

/** Numbers as dots and names; those that are more, or not shown to the reader, are counted. */
function NumberNames({
  ids,
  numbers,
}: {
  ids: readonly string[]
  numbers: SeesWordsProps['numbers']
}) {
  const { t } = useTranslation()
  const { number, list } = useFormat()
  const known = numbers.filter(({ id }) => ids.includes(id))
  const named = known.slice(0, NAMED)
  const more = ids.length - named.length
  if (ids.length === 0) return t('no number')
  return (
    <span
      title={list(known.map(({ name }) => name))}
      className="inline-flex max-w-full flex-wrap items-center gap-x-2"
    >
      {named.map(({ id, name, place, connected }) => (
        <span key={id} className="inline-flex min-w-0 max-w-full items-center gap-1.5">
          <NumberDot place={place} connected={connected} />
          <span className="truncate">{name}</span>
        </span>
      ))}
      {more > 0 && named.length === 0 && t('{n} numbers', { count: more, n: number(more) })}
      {more > 0 && named.length > 0 && t('and {n} more', { n: number(more) })}
    </span>
  )
}
