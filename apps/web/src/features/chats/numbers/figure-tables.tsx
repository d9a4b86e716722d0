import type { ChatFigures, ChatStats } from '@kirim/contract/chat-stats'
import { listDevices } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { Table, TableHead, Td, Th } from '#shared/ui/table.tsx'
import { useDuration } from './use-duration.ts'

interface Row {
  readonly key: string
  readonly name: ReactNode
  readonly figures: ChatFigures
}

interface TablesProps {
  readonly stats: ChatStats
}

export function DayTable({ stats }: TablesProps) {
  const { t } = useTranslation()
  const { shortDay } = useFormat()
  const rows = stats.days.toReversed().map(({ day, ...figures }) => ({
    key: day,
    name: shortDay(day),
    figures,
  }))
  return <Figures id="days" title={t('By day')} first={t('Day')} rows={rows} />
}

export function NumberTable({ stats }: TablesProps) {
  const { t } = useTranslation()
  const devices = useQuery(callQuery(listDevices))
  const nameOf = (id: string) => devices.data?.find((device) => device.id === id)?.name
  const rows = stats.numbers.map(({ deviceId, ...figures }) => ({
    key: deviceId,
    name: nameOf(deviceId) || t('A removed number'),
    figures,
  }))
  return <Figures id="numbers" title={t('By number')} first={t('Number')} rows={rows} />
}

const WRITERS: Readonly<Record<string, string>> = {
  phone: textKey('On the phone'),
  chatbot: textKey('Chatbots'),
}

export function PeopleTable({ stats }: TablesProps) {
  const { t } = useTranslation()
  const rows = stats.people.map(({ by, person, ...figures }, index) => ({
    key: `${by} ${index}`,
    name: person?.name || t(WRITERS[by] ?? textKey('In Kirim')),
    figures,
  }))
  return <Figures id="people" title={t('By whom')} first={t('Name')} rows={rows} hasCome={false} />
}

/** Left out where a row would have to be scrolled. */
const WIDE = 'max-lg:hidden'

interface FiguresProps {
  readonly id: string
  readonly title: string
  readonly first: string
  readonly rows: readonly Row[]
  /** People who wrote are nobody's. */
  readonly hasCome?: boolean
}

function Figures({ id, title, first, rows, hasCome = true }: FiguresProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const duration = useDuration()
  return (
    <Card aria-labelledby={`figures-${id}`} className="min-w-0">
      <CardHeader id={`figures-${id}`} title={title} />
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-muted-foreground">{t('Nothing in this time.')}</p>
      ) : (
        <div className="overflow-x-clip">
          <Table className="tnum">
            <TableHead>
              <tr>
                <Th>{first}</Th>
                {hasCome && <Th end>{t('Wrote')}</Th>}
                <Th end>{t('Answered')}</Th>
                <Th end className={WIDE}>
                  {t('Closed')}
                </Th>
                <Th end className={WIDE}>
                  {t('First answer')}
                </Th>
                <Th end className={WIDE}>
                  {t('First answer, 90 %')}
                </Th>
                <Th end>{t('Waiting')}</Th>
                <Th end className={WIDE}>
                  {t('Waiting, 90 %')}
                </Th>
              </tr>
            </TableHead>
            <tbody>
              {rows.map(({ key, name, figures }) => (
                <tr key={key} className="border-t">
                  <Td className="whitespace-nowrap">{name}</Td>
                  {hasCome && <Td end>{number(figures.come)}</Td>}
                  <Td end>{number(figures.answered)}</Td>
                  <Td end className={WIDE}>
                    {number(figures.closed)}
                  </Td>
                  <Td end className={WIDE}>
                    {duration(figures.firstMedian)}
                  </Td>
                  <Td end className={WIDE}>
                    {duration(figures.firstP90)}
                  </Td>
                  <Td end>{duration(figures.waitMedian)}</Td>
                  <Td end className={WIDE}>
                    {duration(figures.waitP90)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  )
}
