import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { campaignPageAddress } from '../values/campaign-address.ts'
import { useCampaignPage } from './campaign-queries.ts'

const CAMPAIGNS = 8

/** How many people read and answered the last campaigns; nothing for a single campaign. */
export function RatesCard() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const page = useCampaignPage({ limit: CAMPAIGNS, status: 'completed', sort: 'newest' })
  const rates = (page.data?.items ?? [])
    .map((campaign) => ({ campaign, delivered: campaign.counts.delivered + campaign.counts.read }))
    .filter(({ delivered }) => delivered > 0)
  if (rates.length < 2) return null
  return (
    <Card aria-labelledby="rates" className="min-w-0">
      <CardHeader
        id="rates"
        className="max-sm:px-4"
        title={t('Campaigns side by side')}
        description={t('Share of recipients who read and answered')}
      />
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
          {rates.map(({ campaign, delivered }) => (
            <TableRow key={campaign.id}>
              <Td className="w-full max-w-0">
                <Link
                  to={campaignPageAddress(campaign)}
                  title={campaign.name}
                  className="block truncate font-medium underline-offset-4 hover:underline"
                >
                  {campaign.name}
                </Link>
              </Td>
              <Td end className="tnum">
                {number(delivered)}
              </Td>
              <RateCell people={campaign.counts.read} of={delivered} />
              <RateCell people={campaign.answered} of={delivered} />
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** A share of people, as a number over a bar. */
export function RateCell({ people, of }: { people: number; of: number }) {
  const { share } = useFormat()
  const rate = of > 0 ? Math.min(1, people / of) : 0
  return (
    <Td end className="tnum">
      {share(rate)}
      <span aria-hidden="true" className="mt-1 ml-auto block h-1 w-16 rounded-full bg-neutral-soft">
        <i className="block h-full rounded-full bg-chart-1" style={{ width: `${rate * 100}%` }} />
      </span>
    </Td>
  )
}
