import type { Contact } from '@kirim/contract/contacts'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { OptOutQuestion } from '../selection/opt-out-question.tsx'
import { useSelectionChange } from '../selection/use-selection-change.ts'

/** Leaves one contact alone from now on, once it has asked. */
export function PanelOptOut({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const change = useSelectionChange(() => undefined)
  return (
    <>
      <Button size="sm" disabled={change.busy} onClick={() => setAsks(true)}>
        <BellOff aria-hidden="true" />
        {t('Opt out')}
      </Button>
      {asks && (
        <OptOutQuestion
          count={1}
          onClose={() => setAsks(false)}
          onConfirm={(asked) => {
            setAsks(false)
            change.start({ who: [{ by: 'ids', ids: [contact._id] }], ...asked })
          }}
        />
      )}
    </>
  )
}
