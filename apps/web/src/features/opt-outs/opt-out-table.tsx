import type { OptOut } from '@kirim/contract/opt-outs'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { BellOff, History, RotateCcw, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChangeText } from '#shared/consent/use-change-text.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { MenuItem, RowActions } from '#shared/ui/menu.tsx'
import { PersonNumber, useNumberText } from '#shared/ui/person-number.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import type { OpenDialog } from './opt-out-dialogs.tsx'

interface RowsProps {
  people: readonly OptOut[]
  onOpen: (dialog: OpenDialog) => void
}

/** The people of a page, since when and how; on phones each row is a card. */
export function OptOutRows({ people, onOpen }: RowsProps) {
  const { t } = useTranslation()
  const { date, time } = useFormat()
  return (
    <Table aria-labelledby="opt-outs" className="table-fixed max-md:block">
      <TableHead sticky className="max-md:hidden">
        <tr>
          <Th>{t('Name')}</Th>
          <Th className="w-33 px-3">{t('Since')}</Th>
          <Th className="w-[43%] px-3">{t('How')}</Th>
          <Th end className="w-24">
            {t('Actions')}
          </Th>
        </tr>
      </TableHead>
      <tbody className="max-md:block">
        {people.map((person) => (
          <TableRow
            key={person.id}
            className="max-md:grid max-md:h-auto max-md:grid-cols-[1fr_auto]"
          >
            <Td className="align-top">
              <Name person={person} />
              <p className="tnum text-caption text-muted-foreground">
                <PersonNumber person={person} />
              </p>
            </Td>
            <Td className="tnum px-3 align-top max-md:row-start-3 max-md:px-4 max-md:pt-0">
              <time dateTime={person.since}>
                {date(new Date(person.since))}{' '}
                <span className="text-caption text-muted-foreground md:block">
                  {time(person.since)}
                </span>
              </time>
            </Td>
            <Td className="px-3 align-top max-md:row-start-2 max-md:px-4 max-md:pt-0">
              <How person={person} />
            </Td>
            <Td end className="py-1.5 max-md:col-start-2 max-md:row-start-1">
              <RowMenu person={person} onOpen={onOpen} />
            </Td>
          </TableRow>
        ))}
      </tbody>
    </Table>
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
            {date(new Date(person.last.at))}, <TimeOut person={person} />
          </p>
        )}
        {detail && <p className="text-caption wrap-anywhere text-muted-foreground">{detail}</p>}
      </div>
    </div>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The whole days between opting out and opting back in. */
function TimeOut({ person: { since, last } }: { person: OptOut }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const days = Math.floor((Date.parse(last.at) - Date.parse(since)) / DAY_MS)
  if (days < 1) return t('opted out for less than a day')
  return t('opted out for {n} days', { count: days, n: number(days) })
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
      <Allowed to="opt-outs:write">
        {standing !== 'back' && (
          <MenuItem icon={Send} onSelect={() => onOpen({ kind: 'removal', person })}>
            {t('Opt back in')}
          </MenuItem>
        )}
        {standing === 'back' && phoneNumber && !isMaskedNumber(phoneNumber) && (
          <MenuItem icon={BellOff} onSelect={() => onOpen({ kind: 'add', phoneNumber })}>
            {t('Opt out')}
          </MenuItem>
        )}
      </Allowed>
    </RowActions>
  )
}
