import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type OwnTokens, offeredTokens } from './tokens.ts'

/** Describes each placeholder, for users who cannot hover. */
export function TokenHelp(own: OwnTokens) {
  const { t } = useTranslation()
  return (
    <details className="group text-xs text-muted-foreground">
      <summary className="inline-flex cursor-default items-center gap-1 rounded-sm py-0.5 hover:text-foreground pointer-coarse:py-2.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-3.5 transition-transform duration-100 group-open:rotate-90"
          aria-hidden="true"
        />
        {t('What the placeholders mean')}
      </summary>
      <dl className="mt-1.5 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 max-sm:grid-cols-1 max-sm:gap-y-0.5">
        {offeredTokens(own).map(({ token, meaning, values }) => (
          <Line key={token} token={token} meaning={t(meaning, { ...values })} />
        ))}
        <Line
          token="[name|friend]"
          meaning={t(
            'The name, or “friend” if there is none. Without a fallback, it is left blank.',
          )}
        />
      </dl>
    </details>
  )
}

function Line({ token, meaning }: { token: string; meaning: string }) {
  return (
    <>
      <dt className="font-mono text-foreground">{token}</dt>
      <dd className="max-sm:mb-1">{meaning}</dd>
    </>
  )
}
