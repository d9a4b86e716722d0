import type { CampaignReport, VariantOutcome } from '@kirim/contract/campaign-ledger'
import { wordingTexts } from '@kirim/contract/wording-texts'
import { useTranslation } from 'react-i18next'
import { useCodedText } from '#shared/i18n/use-coded-text.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { RateCell } from '../list/rates-card.tsx'

/** The results of each variation, and whether their difference is more than chance. */
export function WordingsCard({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const compare = useCodedText(wordingTexts)
  const { variants, comparison } = report
  if (variants.length === 0) return null
  return (
    <Card aria-labelledby="wordings" className="min-w-0">
      <CardHeader
        className="max-sm:px-4"
        id="wordings"
        title={t('Variations')}
        description={t(
          'Recipients are split evenly. The rates count the people who received each variation.',
        )}
      />
      <Table aria-labelledby="wordings">
        <TableHead>
          <tr>
            <Th>{t('Variation')}</Th>
            <Th end className="max-sm:hidden">
              {t('Sent')}
            </Th>
            <Th end className="max-md:hidden">
              {t('Failed')}
            </Th>
            <Th end>{t('Read')}</Th>
            <Th end>{t('Answered')}</Th>
          </tr>
        </TableHead>
        <tbody>
          {variants.map((variant) => (
            <Wording key={variant.letter} variant={variant} />
          ))}
        </tbody>
      </Table>
      <p className="tnum border-t px-5 py-3 text-caption text-muted-foreground empty:hidden max-sm:px-4">
        {comparison.map(compare).filter(Boolean).join(' ')}
      </p>
    </Card>
  )
}

function Wording({ variant }: { variant: VariantOutcome }) {
  const { t } = useTranslation()
  const { letter, caption, removed, sent, delivered, read, answered, failed } = variant
  return (
    <TableRow>
      <Td className="w-full max-w-0">
        <p className="flex min-w-0 items-center gap-2.5">
          <span className="grid size-[22px] shrink-0 place-items-center rounded-[6px] bg-neutral-soft text-xs font-medium">
            {letter}
          </span>
          <span title={caption} className="line-clamp-3 min-w-0 wrap-anywhere sm:line-clamp-1">
            {caption || t('No text')}
          </span>
          {removed && (
            <span className="shrink-0 text-xs text-muted-foreground">{t('no longer used')}</span>
          )}
        </p>
      </Td>
      <Td end className="max-sm:hidden">
        <LiveNumber value={sent} />
      </Td>
      <Td end className="max-md:hidden">
        <LiveNumber value={failed} />
      </Td>
      <RateCell people={read} of={delivered} />
      <RateCell people={answered} of={delivered} />
    </TableRow>
  )
}
