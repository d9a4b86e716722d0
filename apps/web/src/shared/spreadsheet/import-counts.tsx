import type { ImportMapping, ImportPreview } from '@kirim/contract/contact-import'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { RefusedRows } from './refused-rows.tsx'

/** Countries listed by name; the others are summed up. */
const COUNTRIES = 4

interface ImportCountsProps {
  file: File
  mapping: ImportMapping
  preview: ImportPreview
  /** Counts of people who need no import, such as existing contacts. */
  known: { label: string; count: number }[]
}

/** What an import would do: counts by country, and three sample people. */
export function ImportCounts({ file, mapping, preview, known }: ImportCountsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const countries = useCountryCounts(preview.countries)
  const { people, samples, repeated, refused, errors } = preview
  const counts = [
    { label: t('People'), count: people, detail: countries },
    ...known,
    { label: t('Rows that repeat a number'), count: repeated },
  ].filter(({ count }, index) => index === 0 || count > 0)
  return (
    <section aria-label={t('Import summary')} className="grid grid-cols-1 gap-4">
      <dl className="tnum grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-caption">
        {counts.map(({ label, count, ...rest }) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd>
              {number(count)}
              {'detail' in rest && rest.detail && (
                <span className="text-muted-foreground"> ({rest.detail})</span>
              )}
            </dd>
          </div>
        ))}
        {samples.length > 0 && (
          <>
            <dt className="text-muted-foreground">{t('Stored as')}</dt>
            <dd>
              <Samples samples={samples} />
            </dd>
          </>
        )}
      </dl>
      <RefusedRows errors={errors} refused={refused} file={file} mapping={mapping} />
    </section>
  )
}

function Samples({ samples }: Pick<ImportPreview, 'samples'>) {
  const { t } = useTranslation()
  return (
    <ul>
      {samples.map(({ name, phoneNumber }) => (
        <li key={phoneNumber} className="wrap-anywhere">
          +{phoneNumber}{' '}
          <span className="text-muted-foreground">
            {name ? t('“Hi {name}, …”', { name }) : t('without a name')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** 'Malaysia 41, Singapore 2, others 3'. */
function useCountryCounts(countries: ImportPreview['countries']): string {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' })
  const named = countries.filter(({ country }) => country).slice(0, COUNTRIES)
  const others = countries
    .filter((one) => !named.includes(one))
    .reduce((sum, { people }) => sum + people, 0)
  const parts = named.map(({ country, people }) => `${names.of(country ?? '')} ${number(people)}`)
  if (others > 0) parts.push(t('others {n}', { n: number(others) }))
  return parts.join(', ')
}
