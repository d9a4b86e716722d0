import { lintChatbot } from '@kirim/contract/chatbot-tools'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { findingText } from '#shared/i18n/server-text.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { ItemLink } from '../item-link.tsx'
import { isNumberGone } from '../numbers/number-gone.tsx'

/** Likely problems of a number's items; empty when there are none. */
export function LintNotices({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  // Changes on other pages may add or remove findings.
  const findings = useQuery({ ...callQuery(lintChatbot, { params: { deviceId } }), staleTime: 0 })
  // The page shows this.
  if (isNumberGone(findings.error)) return null
  if (findings.isError && !findings.data) {
    return (
      <Alert tone="warning" className="mb-5" title={t('The items could not be checked')}>
        {messageOf(findings.error, t('The server did not respond. Please try again.'))}{' '}
        <Button size="sm" className="mt-2 flex" onClick={() => void findings.refetch()}>
          {t('Check again')}
        </Button>
      </Alert>
    )
  }
  if (!findings.data || findings.data.length === 0) return null
  return (
    <Card aria-labelledby="lint" className="mb-5 min-w-0 overflow-clip">
      <CardHeader
        id="lint"
        title={t('Worth a look')}
        description={t('Problems that may stop these replies.')}
      />
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard, too
        tabIndex={0}
        aria-labelledby="lint"
        className="scroll-shade max-h-72 divide-y overflow-y-auto border-t"
      >
        {findings.data.map((finding) => (
          <li
            key={`${finding.itemId} ${finding.code} ${finding.message}`}
            className="flex gap-3 px-5 py-2.5"
          >
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning-ink" aria-hidden="true" />
            <p className="min-w-0 wrap-anywhere">
              {finding.itemId && (
                <>
                  <ItemLink
                    deviceId={deviceId}
                    itemId={finding.itemId}
                    className="font-medium underline underline-offset-2"
                  >
                    {finding.itemName}
                  </ItemLink>{' '}
                </>
              )}
              <span className="text-muted-foreground">{findingText(finding)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
