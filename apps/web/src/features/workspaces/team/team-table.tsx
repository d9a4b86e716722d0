import type { TeamMember } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { useIsWide } from '#shared/ui/use-is-wide.ts'
import { isHiddenFrom } from '../access/hidden-numbers.ts'
import { isLastOwner, rightsOn } from '../access/person-rights.ts'
import { TeamRoleBadge } from '../access/role-badge.tsx'
import { SeesWords } from '../access/sees-words.tsx'
import { type PlacedNumber, useNumbers } from '../access/use-numbers.ts'
import { HiddenNumbers, LastSeen, PersonName } from './person-cells.tsx'
import type { PersonTask } from './person-dialogs.tsx'
import { PersonMenu } from './person-menu.tsx'

const TALL = 12

interface TeamTableProps {
  /** All of them, and those that are shown. */
  people: readonly TeamMember[]
  shown: readonly TeamMember[]
  selfId: string
  workspace: Workspace
  onTask: (person: TeamMember, what: PersonTask) => void
}

interface PersonProps {
  person: TeamMember
  isSelf: boolean
  isHidden: boolean
  numbers: readonly PlacedNumber[]
  menu: React.ReactNode
}

/** The people of the workspace: a table, and cards of two lines below 768 px. */
export function TeamTable({ people, shown, selfId, workspace, onTask }: TeamTableProps) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const numbers = useNumbers()
  const reader = { id: selfId, role: workspace.role, isLastOwner: isLastOwner(people, selfId) }
  const persons = shown.map((person) => ({
    key: person.id,
    person,
    isSelf: person.id === selfId,
    isHidden: isHiddenFrom(person, workspace),
    numbers,
    menu: (
      <PersonMenu
        person={person}
        rights={rightsOn(person, reader)}
        onTask={(what) => onTask(person, what)}
      />
    ),
  }))
  if (!isWide) {
    return (
      <ul aria-label={t('People')} className="border-t">
        {persons.map(({ key, ...person }) => (
          <PersonCard key={key} {...person} />
        ))}
      </ul>
    )
  }
  return (
    <Table aria-label={t('People')} className="table-fixed">
      <TableHead sticky={shown.length > TALL}>
        <tr>
          <Th>{t('Person')}</Th>
          <Th className="w-28 px-2">{t('Role')}</Th>
          <Th className="w-[18%] px-2 max-lg:w-[23%]">{t('Sees')}</Th>
          <Th className="w-34 px-2 max-lg:hidden">{t('Phone numbers')}</Th>
          <Th className="w-36 px-2 max-lg:w-32">{t('Last seen')}</Th>
          <Th end className="w-30 px-2 max-lg:hidden">
            {t('Open chats')}
          </Th>
          <Th end className="w-22">
            {t('Actions')}
          </Th>
        </tr>
      </TableHead>
      <tbody>
        {persons.map(({ key, ...person }) => (
          <PersonRow key={key} {...person} />
        ))}
      </tbody>
    </Table>
  )
}

function PersonRow({ person, isSelf, isHidden, numbers, menu }: PersonProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <TableRow className="h-14">
      <Td>
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={person.name} />
          <div className="min-w-0">
            <PersonName person={person} isSelf={isSelf} />
            <p title={person.email} className="truncate text-caption text-muted-foreground">
              {person.email}
            </p>
          </div>
        </div>
      </Td>
      <Td className="px-2">
        <TeamRoleBadge role={person.role} />
      </Td>
      <Td className="px-2">
        <SeesWords access={person} numbers={numbers} />
        {isHidden && (
          <p className="text-caption lg:hidden">
            <HiddenNumbers text={t('Numbers hidden')} />
          </p>
        )}
      </Td>
      <Td className="px-2 max-lg:hidden">
        {isHidden ? <HiddenNumbers text={t('Hidden')} /> : t('Shown')}
      </Td>
      <Td className="px-2">
        <LastSeen person={person} isSelf={isSelf} />
      </Td>
      <Td
        end
        className={cn('tnum px-2 max-lg:hidden', person.openChats === 0 && 'text-muted-foreground')}
      >
        {number(person.openChats)}
      </Td>
      <Td end>{menu}</Td>
    </TableRow>
  )
}

function PersonCard({ person, isSelf, isHidden, numbers, menu }: PersonProps) {
  const { t } = useTranslation()
  return (
    <li className="flex items-start gap-3 border-t px-4 py-3 first:border-t-0">
      <Avatar name={person.name} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center justify-between gap-2">
          <PersonName person={person} isSelf={isSelf} />
          <TeamRoleBadge role={person.role} />
        </div>
        <div className="mt-0.5 text-caption text-muted-foreground">
          <SeesWords inline access={person} numbers={numbers} />
          <p className="flex flex-wrap gap-x-3">
            {isHidden && <HiddenNumbers text={t('Numbers hidden')} />}
            <LastSeen person={person} isSelf={isSelf} />
          </p>
        </div>
      </div>
      <div className="-mt-1 -mr-2">{menu}</div>
    </li>
  )
}
