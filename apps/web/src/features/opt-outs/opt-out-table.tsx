import type { OptOut } from '@kirim/contract/opt-outs'
import { BellOff, History, RotateCcw, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChangeText } from '#shared/consent/use-change-text.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { MenuItem, RowActions } from '#shared/ui/menu.tsx'
import { PersonNumber, useNumberText } from '#shared/ui/person-number.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { useIsWide } from '#shared/ui/use-is-wide.ts'
import { daysOut } from './days-out.ts'
import type { OpenDialog } from './opt-out-dialogs.tsx'

interface RowsProps {
  people: readonly OptOut[]
  onOpen: (dialog: OpenDialog) => void
}

/** Who, since when and how; cards on phones. */
export function OptOutRows(props: RowsProps) {
  return useIsWide() ? <OptOutTable {...props} /> : <OptOutCards {...props} />
}

function OptOutTable({ people, onOpen }: RowsProps) {
  const { t } = useTranslation()
  const { date, time } = useFormat()
  return (
    <Table aria-labelledby="opt-outs" className="table-fixed">
      <TableHead sticky>
        <tr>
          <Th>{t('Name')}</Th>
          <Th className="w-33 px-3">{t('Since')}</Th>
          <Th className="w-[43%] px-3">{t('How')}</Th>
          <Th end className="w-24">
            {t('Actions')}
          </Th>
        </tr>
      </TableHead>
      <tbody>
        {people.map((person) => (
          <TableRow key={person.id}>
            <Td className="align-top">
              <Name person={person} />
              <Digits person={person} />
            </Td>
            <Td className="tnum px-3 align-top">
              <time dateTime={person.since}>
                {date(new Date(person.since))}
                <span className="block text-caption text-muted-foreground">
                  {time(person.since)}
                </span>
              </time>
            </Td>
            <Td className="px-3 align-top">
              <How person={person} />
            </Td>
            <Td end className="py-1.5">
              <RowMenu person={person} onOpen={onOpen} />
            </Td>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function OptOutCards({ people, onOpen }: RowsProps) {
  const { dateTime } = useFormat()
  return (
    <ul aria-labelledby="opt-outs">
      {people.map((person) => (
        <li key={person.id} className="flex items-start gap-2 border-t py-3 pr-2 pl-4">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Name person={person} />
              <Digits person={person} />
            </div>
            <div className="mt-1 text-caption">
              <How person={person} />
              {person.standing !== 'back' && (
                <time dateTime={person.since} className="tnum block pl-6 text-muted-foreground">
                  {dateTime(person.since)}
                </time>
              )}
            </div>
          </div>
          <RowMenu person={person} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function Name({ person: { name } }: { person: OptOut }) {
  const { t } = useTranslation()
  if (!name) return <p className="text-muted-foreground">{t('Not in contacts')}</p>
  return (
    <p title={name} className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
      {name}
    </p>
  )
}

function Digits({ person }: { person: OptOut }) {
  return (
    <p className="tnum text-caption text-muted-foreground">
      <PersonNumber person={person} />
    </p>
  )
}

function How({ person }: { person: OptOut }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { icon: Icon, how, detail } = useChangeText()(person.last)
  const isBack = person.standing === 'back'
  return (
    <div className="flex min-w-0 items-start gap-2">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          <span className="min-w-0">{how}</span>
          {isBack && (
            <Badge tone="success" icon={RotateCcw}>
              {t('Opted back in')}
            </Badge>
          )}
        </p>
        {isBack && (
          <p className="tnum text-caption text-muted-foreground">
            {date(new Date(person.last.at))}, <TimeOut days={daysOut(person)} />
          </p>
        )}
        {detail && <p className="text-caption wrap-anywhere text-muted-foreground">{detail}</p>}
      </div>
    </div>
  )
}

function TimeOut({ days }: { days: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (days === 0) return t('opted out for less than a day')
  return days === 1 ? t('opted out for one day') : t('opted out for {n} days', { n: number(days) })
}

function RowMenu({ person, onOpen }: { person: OptOut; onOpen: (dialog: OpenDialog) => void }) {
  const { t } = useTranslation()
  const { name, phoneNumber, standing } = person
  const numberText = useNumberText()
  return (
    <RowActions name={name || numberText(person)}>
      <MenuItem icon={History} onSelect={() => onOpen({ kind: 'changes', person })}>
        {t('Show changes')}
      </MenuItem>
      {standing !== 'back' && (
        <MenuItem icon={Send} onSelect={() => onOpen({ kind: 'removal', person })}>
          {t('Opt back in')}
        </MenuItem>
      )}
      {standing === 'back' && phoneNumber && (
        <MenuItem icon={BellOff} onSelect={() => onOpen({ kind: 'add', phoneNumber })}>
          {t('Opt out')}
        </MenuItem>
      )}
    </RowActions>
  )
}
