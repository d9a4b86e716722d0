import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { useCampaignPage } from './campaign-queries.ts'
import { campaignPageAddress } from './use-campaign-actions.ts'

const CAMPAIGNS = 8

/** The last campaigns side by side: how many read and answered them. Nothing for a single one. */
export function RatesCard() {
  const { t } = useTranslation()
  const [shape, setShape] = useState<'chart' | 'table'>('chart')
  const page = useCampaignPage({ limit: CAMPAIGNS, status: 'completed', sort: 'newest' })
  const rates = ratesOf(page.data?.items ?? [])
  if (rates.length < 2) return null
  return (
    <Card aria-labelledby="rates" className="min-w-0">
      <CardHeader
        id="rates"
        className="max-sm:flex-col max-sm:px-4"
        title={t('Campaigns side by side')}
        description={
          rates.length < MIDDLE_FROM
            ? t('Share of recipients who read and answered')
            : t('Share of recipients who read and answered. The line is your median.')
        }
        action={
          <Segmented
            aria-label={t('Show as')}
            className="shrink-0"
            value={shape}
            onValueChange={setShape}
            options={[
              { value: 'chart', label: t('Chart') },
              { value: 'table', label: t('Table') },
            ]}
          />
        }
      />
      {shape === 'chart' ? <Bars rates={rates} /> : <RatesTable rates={rates} />}
    </Card>
  )
}

function Bars({ rates }: { rates: readonly CampaignRates[] }) {
  const { t } = useTranslation()
  const read = middleOf(rates.map((rate) => rate.read))
  const answered = middleOf(rates.map((rate) => rate.answered))
  return (
    <ul aria-labelledby="rates">
      {rates.map((rate) => (
        <li
          key={rate.campaign.id}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-8 gap-y-2 border-t px-5 py-3 max-sm:grid-cols-1 max-sm:px-4"
        >
          <Name campaign={rate.campaign} />
          <Rate word={t('Read')} share={rate.read} middle={read} />
          <Rate word={t('Answered')} share={rate.answered} middle={answered} />
        </li>
      ))}
    </ul>
  )
}

interface RateProps {
  word: string
  share: number
  /** The owner's own middle value; null while there is none. */
  middle: number | null
}

function Rate({ word, share, middle }: RateProps) {
  const { percent } = useFormat()
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_3rem] items-center gap-x-2 text-caption">
      <span className="text-muted-foreground">{word}</span>
      <RateBar share={share} middle={middle} />
      <span className="tnum text-right font-medium">{percent(share)}</span>
    </div>
  )
}

function RatesTable({ rates }: { rates: readonly CampaignRates[] }) {
  const { t } = useTranslation()
  const { number, percent } = useFormat()
  return (
    <Table aria-labelledby="rates">
      <TableHead>
        <tr>
          <Th>{t('Campaign Name')}</Th>
          <Th end>{t('Delivered')}</Th>
          <Th end>{t('Read')}</Th>
          <Th end>{t('Answered')}</Th>
        </tr>
      </TableHead>
      <tbody>
        {rates.map(({ campaign, delivered, read, answered }) => (
          <TableRow key={campaign.id}>
            <Td className="w-full max-w-0">
              <Name campaign={campaign} />
            </Td>
            <Td end className="tnum">
              {number(delivered)}
            </Td>
            <Td end className="tnum">
              {percent(read)}
            </Td>
            <Td end className="tnum">
              {percent(answered)}
            </Td>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function Name({ campaign }: Pick<CampaignRates, 'campaign'>) {
  return (
    <Link
      to={campaignPageAddress(campaign)}
      title={campaign.name}
      className="block truncate font-medium underline-offset-4 hover:underline"
    >
      {campaign.name}
    </Link>
  )
}

/** The number beside it says the same. */
function RateBar({ share, middle }: { share: number; middle: number | null }) {
  return (
    <span aria-hidden="true" className="relative block h-2 rounded-full bg-neutral-soft">
      <i
        className="block h-full rounded-full bg-chart-1 transition-[width] duration-300 ease-out"
        style={{ width: `${share * 100}%` }}
      />
      {middle !== null && (
        <i
          className="absolute -top-1 h-4 w-0.5 -translate-x-1/2 bg-foreground"
          style={{ left: `${middle * 100}%` }}
        />
      )}
    </span>
  )
}

export interface CampaignRates {
  readonly campaign: BulkCampaignSummary
  readonly delivered: number
  /** Of those on whose phone it arrived; from 0 to 1. */
  readonly read: number
  /** Of the same. */
  readonly answered: number
}

/** Of campaigns that reached somebody. */
export function ratesOf(campaigns: readonly BulkCampaignSummary[]): CampaignRates[] {
  return campaigns.flatMap((campaign) => {
    const { delivered, read } = campaign.counts
    const reached = delivered + read
    if (reached === 0) return []
    const answered = Math.min(1, campaign.answered / reached)
    return [{ campaign, delivered: reached, read: read / reached, answered }]
  })
}

/** Fewer have no middle that says anything. */
export const MIDDLE_FROM = 3

/** The middle one, or between the two in the middle; null of too few. */
export function middleOf(values: readonly number[]): number | null {
  if (values.length < MIDDLE_FROM) return null
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  const [before = 0, after = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 1 ? after : (before + after) / 2
}
