import { simulate } from '@kirim/contract/chatbot-tools'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { input } from 'zod/mini'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { SimulatedChat } from './simulated-chat.tsx'
import { SimulatorForm } from './simulator-form.tsx'
import { VerdictList } from './verdict-list.tsx'

/** Simulates a contact's message and the replies to it; nothing is sent. */
export function SimulatorCard({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const trial = useMutation({
    mutationFn: async (body: input<typeof simulate.body>) => ({
      text: body.text,
      simulation: await request(simulate, { params: { deviceId }, body }),
    }),
  })
  return (
    <Card aria-labelledby="simulator" className="mt-5 min-w-0 overflow-clip">
      <CardHeader
        id="simulator"
        title={t('Try a message')}
        description={t('See which item answers and what it says. Nothing is sent.')}
      />
      <div className="grid grid-cols-1 border-t lg:grid-cols-2">
        <div className="min-w-0 p-5 lg:min-h-[420px]">
          <SimulatorForm busy={trial.isPending} onTry={(body) => trial.mutate(body)} />
          {trial.isError && (
            <Alert className="mt-4" title={t('The message could not be tried')}>
              {messageOf(trial.error, t('The server did not respond. Please try again.'))}
            </Alert>
          )}
        </div>
        <SimulatedChat trial={trial.data ?? null} busy={trial.isPending} />
      </div>
      {trial.data && <VerdictList deviceId={deviceId} verdicts={trial.data.simulation.verdicts} />}
    </Card>
  )
}
