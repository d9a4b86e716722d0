import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { useCampaignPage } from './campaign-queries.ts'
import { middleOf, ratesOf } from './rates.ts'
import { campaignPageAddress } from './use-campaign-actions.ts'

const CAMPAIGNS = 8

/** The last campaigns side by side: how many read them. Nothing while there is only one. */
export function RatesCard() {
  const { t } = useTranslation()
  const { number, percent } = useFormat()
  const page = useCampaignPage({ limit: CAMPAIGNS, status: 'completed', sort: 'newest' })
  const rates = ratesOf(page.data?.items ?? [])
  const middle = middleOf(rates.map(({ read }) => read))
  if (rates.length < 2) return null
  return (
    <Card aria-labelledby="rates" className="mt-5 min-w-0">
      <CardHeader
        id="rates"
        title={t('Campaigns side by side')}
        description={
          middle === null
            ? t('How many of those who got it read it')
            : t(
                'How many of those who got it read it; the line is your own middle value, {share}',
                {
                  share: percent(middle),
                },
              )
        }
      />
      <Table aria-labelledby="rates" className="table-fixed">
        <TableHead>
          <tr>
            <Th>{t('Campaign Name')}</Th>
            <Th end className="w-28 max-sm:hidden">
              {t('Delivered')}
            </Th>
            <Th className="w-1/2">{t('Read')}</Th>
          </tr>
        </TableHead>
        <tbody>
          {rates.map(({ campaign, delivered, read }) => (
            <TableRow key={campaign.id}>
              <Td>
                <Link
                  to={campaignPageAddress(campaign)}
                  title={campaign.name}
                  className="block truncate font-medium underline-offset-4 hover:underline"
                >
                  {campaign.name}
                </Link>
              </Td>
              <Td end className="tnum max-sm:hidden">
                {number(delivered)}
              </Td>
              <Td>
                <span className="flex items-center gap-3">
                  <RateBar share={read} middle={middle} />
                  <span className="tnum w-14 shrink-0 text-right">{percent(read)}</span>
                </span>
              </Td>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** The number beside it says the same. */
function RateBar({ share, middle }: { share: number; middle: number | null }) {
  return (
    <span aria-hidden="true" className="relative block h-2 flex-1 rounded-full bg-neutral-soft">
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
